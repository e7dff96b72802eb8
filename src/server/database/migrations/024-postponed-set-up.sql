-- When an administrator put off the step of the first device in the first set-up. At most one row.
create table postponed_set_up (
  id bigint primary key,
  postponed_at bigint not null
);
