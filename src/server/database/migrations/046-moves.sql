-- Clients that move to another cell, and the rooms of those that have moved. Nothing changes a frozen room.
alter table stream add column is_frozen integer default 0 not null;
create table client_move (
  client_uuid text primary key,
  state text not null,
  address text not null
);
create table moved_room (
  stream_uuid text primary key,
  ward_uuid text not null,
  location_uuid text not null,
  client_uuid text not null
);
create index moved_room_ward on moved_room (ward_uuid);
create index moved_room_location on moved_room (location_uuid);
create index moved_room_client on moved_room (client_uuid);
