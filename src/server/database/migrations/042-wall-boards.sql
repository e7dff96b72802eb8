-- Screens that show a ward without the account of a person. Without a token the screen has not been paired yet.
create table wall_board (
  id text primary key,
  name text not null,
  ward_uuid text not null references ward (uuid) on delete cascade,
  may_answer integer not null,
  token_hash text unique,
  created_at bigint not null,
  seen_at bigint,
  test_tone_at bigint,
  sound_checked_at bigint,
  is_sound_heard integer
);
create index wall_board_ward on wall_board (ward_uuid);
-- The screens that show a code.
create table wall_board_pairing (
  device_code_hash text primary key,
  user_code text not null unique,
  expires_at bigint not null,
  wall_board_id text references wall_board (id) on delete cascade
);
