-- Creates the account and the database of the product, if they are missing. Run it once on the primary, as postgres:
--   PGPASSWORD=... psql "host=10.0.0.11,10.0.0.12 user=postgres target_session_attrs=read-write" --file create-database.sql
-- The variable PASSWORD of the environment has the password of the account.
\set ON_ERROR_STOP on
\set password `printf %s "$PASSWORD"`
select format('create role room_status login password %L', :'password')
  where not exists (select 1 from pg_roles where rolname = 'room_status') \gexec
select 'create database room_status owner room_status'
  where not exists (select 1 from pg_database where datname = 'room_status') \gexec
