-- When a room became new or ACTIVE again. `seen_at` starts with this time, so that its device has time to report.
alter table stream add column watched_since bigint;
