-- The message that a notice was sent in. Null: it was not sent yet.
alter table notice add column message_uuid text;
update notice set message_uuid = uuid where attempts > 0;
create index notice_failed on notice (created_at) where outcome = 'failed';
