-- The single changes of an import or of another change of many rooms are parts of one event.
alter table audit_event add column part_of text;
create index audit_event_part on audit_event (part_of, at, sequence) where part_of is not null;
create index audit_event_whole on audit_event (at, sequence) where part_of is null;
create index audit_event_client_whole on audit_event (client_uuid, at, sequence) where part_of is null;
