/**
 * The values of `report.device_key_id` for entries that the server writes itself. NOTE: existing databases contain
 * these values, so they must not change.
 */
export const serverKeyIds = { watchdog: 'watchdog', debounce: 'debounce' } as const;
