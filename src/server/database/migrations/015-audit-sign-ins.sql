-- Finds the sign-ins of a user.
create index audit_event_sign_in on audit_event (actor_id, at) where action = 'sign-in';
