-- The phones that get alerts: subscriptions to Web Push, with the person who set them up.
create table phone (
  uuid text primary key,
  subject text not null,
  display_name text,
  -- The groups of the person when the phone last reported. With an external provider the rights come from them.
  groups text not null,
  -- The session in which the phone was set up. A logout there removes the phone.
  session_id text,
  kind text not null,
  language text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at bigint not null,
  accepted_at bigint,
  received_at bigint,
  tested_at bigint,
  gone_at bigint,
  -- What the person said about the newest test: 1 shown, 0 not shown, null nothing.
  is_shown integer
);
create index phone_subject on phone (subject);
-- The messages of the last minutes, by the SHA-256 of the token with which a phone confirms and answers them.
create table phone_message (
  token_hash text primary key,
  phone_uuid text not null,
  alert_uuid text,
  raised_again_count integer,
  sent_at bigint not null,
  answer_until bigint not null,
  expires_at bigint not null
);
create index phone_message_expiry on phone_message (expires_at);
