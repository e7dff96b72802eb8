-- The connections to equipment. A file had them before, which the first start imports.
create table equipment_connection (
  name text primary key,
  content text not null
);
-- At most one row. None: there was never a connection, so that an equipment file is imported.
create table equipment (
  id integer primary key,
  revision bigint not null,
  broker_address text,
  broker_user text,
  broker_password text
);
