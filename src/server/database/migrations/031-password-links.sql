-- A link to set a password is an invitation if its account has no password yet.
alter table one_time_token drop column purpose;
