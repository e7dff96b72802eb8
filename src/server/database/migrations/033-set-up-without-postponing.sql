-- The lists lead to the first set-up only until the home has rooms.
drop table postponed_set_up;
