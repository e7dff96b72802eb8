-- Other systems and people to whom alerts of a location are sent.
create table contact (
  uuid text primary key,
  location_uuid text not null references location (uuid) on delete cascade,
  name text not null,
  channel text not null,
  address text not null,
  language text not null,
  secret text,
  last_at bigint,
  last_reason text
);
create index contact_location on contact (location_uuid);
