-- The same as 013-audit-log-is-append-only.postgres.sql. 7776000000 milliseconds are 90 days. The last trigger is for
-- `insert or replace`, which deletes a row without a delete trigger.
create trigger audit_event_update before update on audit_event begin select raise(abort, 'the audit log is append-only'); end;
create trigger audit_event_delete before delete on audit_event when old.at > unixepoch() * 1000 - 7776000000 begin select raise(abort, 'the audit log keeps events for at least 90 days'); end;
create trigger audit_event_replace before insert on audit_event when exists (select 1 from audit_event where sequence = new.sequence) begin select raise(abort, 'the audit log is append-only'); end;
