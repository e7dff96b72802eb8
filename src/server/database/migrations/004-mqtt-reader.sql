-- The lease of the process that reads the external MQTT broker. Replaces the sessions of several readers.
drop table mqtt_session;
create table mqtt_reader (
  id integer primary key,
  client_id text not null,
  holder text not null,
  beat bigint not null
);
