-- The outcomes of recent changes. A row without status is a change that is running, one with status 0 has not arrived.
create table change_outcome (
  subject text not null,
  id text not null,
  started_at bigint not null,
  status bigint,
  answer text,
  primary key (subject, id)
);
create index change_outcome_started_at on change_outcome (started_at);
