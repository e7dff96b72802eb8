-- Reports are stored in the order of their receipt, so the sequence finds a time. The index of the ids has all reports
-- now: those of a room and a day are beside each other.
drop index report_received;
drop index report_once;
create unique index report_once on report ((received_at / 86400000), stream_uuid, report_id);
