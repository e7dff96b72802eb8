-- Who did what: changes, sign-ins and who looked at which ward.
create table audit_event (
  sequence $sequence,
  at bigint not null,
  actor_kind text not null,
  actor_id text,
  actor_name text,
  action text not null,
  object_kind text,
  object_id text,
  object_name text,
  client_uuid text,
  old_values text,
  new_values text,
  address text,
  search_text text not null
);
create index audit_event_at on audit_event (at, sequence);
create index audit_event_client on audit_event (client_uuid, at, sequence);
