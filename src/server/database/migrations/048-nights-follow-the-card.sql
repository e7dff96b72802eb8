-- Nights count the statuses in the order in which the card showed them, no withdrawn answers, and no time before the first
-- report of a room. Nights whose history was erased keep their counts.
update room_night set wanted = wanted + 1 where stream_uuid is not null;
