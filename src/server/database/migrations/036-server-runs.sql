-- The times in which at least one process checked the devices. Between two rows no server ran.
create table server_run (
  sequence $sequence,
  started_at bigint not null,
  seen_at bigint not null
);
