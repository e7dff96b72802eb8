-- The boards that report that they show wards, and when staff could last see and hear each ward.
alter table ward add column watched_at bigint;
create table board (
  uuid text primary key,
  wards text not null,
  since bigint not null,
  seen_at bigint not null,
  is_visible integer not null,
  is_audible integer not null,
  wake_lock text not null,
  sound_checked_at bigint,
  is_sound_heard integer
);
