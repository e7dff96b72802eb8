-- The devices on which an account has signed in. Failed sign-ins elsewhere do not block the account there.
create table known_device (
  device_hash text not null,
  subject text not null,
  signed_in_at bigint not null,
  constraint known_device_key primary key (device_hash, subject)
);
