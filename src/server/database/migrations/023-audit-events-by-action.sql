-- The last backup is looked up for each scrape of the metrics and each answer of the system status.
create index audit_event_action on audit_event (action, at);
