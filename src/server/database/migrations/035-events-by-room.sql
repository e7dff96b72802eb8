-- The history of a room finds its alerts and pauses by the room and the time.
create index alert_event_room on alert_event (stream_uuid, at);
create index pause_event_room on pause_event (stream_uuid, at);
