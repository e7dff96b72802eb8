-- The same as 030-words-of-rules.postgres.sql. SQLite changes a default only by writing the table again.
update location set own_rules = replace(replace(replace(own_rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where own_rules is not null;
update ward set own_rules = replace(replace(replace(own_rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where own_rules is not null;
update stream set own_rules = replace(replace(replace(own_rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where own_rules is not null;
update stream set rules = replace(replace(replace(rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where rules is not null;
create table new_report (
  sequence integer primary key autoincrement,
  stream_uuid text not null,
  report_id text,
  status integer not null,
  notification integer not null,
  at bigint not null,
  received_at bigint not null,
  revision bigint not null,
  device_key_id text not null,
  effect text default 'applied' not null
);
insert into new_report
  (sequence, stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
select sequence, stream_uuid, report_id, status, notification, at, received_at, revision,
  case device_key_id when 'hold-off' then 'debounce' else device_key_id end,
  case effect
    when 'card' then 'applied' when 'held' then 'debouncing' when 'away' then 'unreachable'
    when 'repeat' then 'duplicate' else 'late' end
from report order by sequence;
drop table report;
alter table new_report rename to report;
create unique index report_once on report (received_at / 86400000, stream_uuid, report_id)
where report_id is not null;
create index report_received on report (received_at);
