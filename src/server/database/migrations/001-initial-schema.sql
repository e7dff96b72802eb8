-- The tables of the first release.
create table client (uuid text primary key, display_name text not null);
create table location (
  uuid text primary key,
  client_uuid text not null references client (uuid),
  display_name text not null
);
create index location_client on location (client_uuid);
create table ward (
  uuid text primary key,
  location_uuid text not null references location (uuid),
  display_name text not null
);
create index ward_location on ward (location_uuid);
create table stream (
  uuid text primary key,
  ward_uuid text not null references ward (uuid),
  display_name text not null,
  type text not null,
  status text not null,
  room_status integer not null,
  last_notification integer,
  last_notification_sent bigint,
  revision bigint not null,
  reported_at bigint
);
create index stream_ward on stream (ward_uuid);
create table report (
  sequence $sequence,
  stream_uuid text not null references stream (uuid),
  report_id text,
  status integer not null,
  notification integer not null,
  at bigint not null,
  received_at bigint not null,
  revision bigint not null,
  device_key_id text not null
);
create unique index report_once on report (stream_uuid, report_id) where report_id is not null;
create index report_history on report (stream_uuid, at);
create table device_key (
  id text primary key,
  name text not null,
  hash text not null unique,
  scope_kind text not null,
  scope_uuid text,
  created_at bigint not null,
  revoked_at bigint
);
create table account (
  subject text primary key,
  username text not null unique,
  display_name text not null,
  email text not null,
  password_hash text not null,
  "groups" text not null
);
create table group_right (
  group_name text not null,
  role text not null,
  scope_kind text not null,
  scope_uuid text not null,
  constraint group_right_key primary key (group_name, role, scope_kind, scope_uuid)
);
create table revoked_token (token_id text primary key, expires_at bigint not null);
create index revoked_token_expiry on revoked_token (expires_at);
create table identity_record (
  model text not null,
  id text not null,
  payload text not null,
  grant_id text,
  uid text,
  user_code text,
  consumed_at bigint,
  expires_at bigint,
  constraint identity_record_key primary key (model, id)
);
create index identity_record_grant on identity_record (grant_id);
create index identity_record_uid on identity_record (uid);
create index identity_record_expiry on identity_record (expires_at);
create table identity_key (name text primary key, value text not null);
