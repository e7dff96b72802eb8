-- The sources of a room that are offline, and the source that reported its newest status.
alter table stream add column offline_sources text;
alter table stream add column status_source text;
