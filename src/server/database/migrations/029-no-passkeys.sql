-- Passkeys are left to identity providers of their own.
delete from one_time_token where purpose = 'passkey';
drop table passkey;
