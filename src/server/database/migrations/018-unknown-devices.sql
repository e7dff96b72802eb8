-- Devices of a connection that the equipment file assigns to no room: how a room can name them, as JSON, and the beginning of their last message.
alter table unknown_room add column connection text;
alter table unknown_room add column uses text;
alter table unknown_room add column message text;
