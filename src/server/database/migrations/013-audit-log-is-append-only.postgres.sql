-- Refuses every change of an audit event, and its deletion within 90 days (7776000000 milliseconds).
create function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception 'the audit log is append-only, and keeps events for at least 90 days'; end $$;
create trigger audit_event_update before update on audit_event for each row execute function refuse_audit_change();
create trigger audit_event_delete before delete on audit_event for each row when (old.at > extract(epoch from now()) * 1000 - 7776000000) execute function refuse_audit_change();
create trigger audit_event_truncate before truncate on audit_event for each statement execute function refuse_audit_change();
