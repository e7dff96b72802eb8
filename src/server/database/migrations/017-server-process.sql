-- What each process on PostgreSQL reports about itself, as JSON.
create table server_process (
  name text primary key,
  facts text not null,
  seen_at bigint not null
);
