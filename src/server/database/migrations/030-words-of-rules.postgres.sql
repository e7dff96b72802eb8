-- The rules and the report log have the words of the glossary: debounce, dedupe window, offline, applied and late.
update location set own_rules = replace(replace(replace(own_rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where own_rules is not null;
update ward set own_rules = replace(replace(replace(own_rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where own_rules is not null;
update stream set own_rules = replace(replace(replace(own_rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where own_rules is not null;
update stream set rules = replace(replace(replace(rules,
  '"holdOff":', '"debounceSeconds":'), '"repeatWithin":', '"dedupeWindowSeconds":'),
  '"silentAfter":', '"offlineAfterSeconds":') where rules is not null;
alter table report alter column effect set default 'applied';
update report set
  effect = case effect
    when 'card' then 'applied' when 'held' then 'debouncing' when 'away' then 'unreachable'
    when 'repeat' then 'duplicate' else 'late' end,
  device_key_id = case device_key_id when 'hold-off' then 'debounce' else device_key_id end;
