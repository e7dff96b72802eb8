-- One session at the external MQTT broker for each process. Migration 004 drops this table.
create table mqtt_session (
  client_id text primary key,
  holder text not null,
  beat integer not null,
  filters text not null,
  is_leaving integer not null
);
