-- When the check of a phone that has not confirmed its newest test was last repeated. The time of the test itself stays,
-- so that the phone stays stopped until a message arrives.
alter table phone add column repeated_at bigint;
