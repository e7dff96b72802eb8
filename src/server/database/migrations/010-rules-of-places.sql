-- The rules that each location, ward and room has of its own. `stream.rules` has all rules that apply to the room.
alter table location add column own_rules text;
alter table ward add column own_rules text;
alter table stream add column own_rules text;
update stream set own_rules = rules;
