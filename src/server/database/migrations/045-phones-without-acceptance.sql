-- Nothing reads when a push service accepted a message: a phone is judged by what it confirms.
alter table phone drop column accepted_at;
