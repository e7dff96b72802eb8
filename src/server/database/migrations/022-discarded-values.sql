-- What outages have discarded: retained messages at a broker do not bring it back.
alter table stream add column discarded_values text;
