-- A room for which no device has sent anything has no `seen_at`, so it never falls silent.
update stream set seen_at = null, watched_since = null where revision = 0 and seen_at = watched_since;
