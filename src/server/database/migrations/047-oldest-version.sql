-- The oldest schema version whose builds still run on this schema, so that servers are updated one after another. The
-- newest value counts. A migration that takes something away from a released build raises it.
alter table schema_version add column oldest_version integer;
update schema_version set oldest_version = 47 where version = 46;
