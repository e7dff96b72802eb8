-- Disabled accounts, secrets that are used once, and passkeys.
alter table account add column disabled_at bigint;
create table one_time_token (
  hash text primary key,
  purpose text not null,
  subject text not null,
  expires_at bigint not null
);
create index one_time_token_subject on one_time_token (subject);
create table passkey (
  id text primary key,
  subject text not null,
  name text not null,
  public_key text not null,
  counter bigint not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_subject on passkey (subject);
