/**
 * The values of the column `report.device_key_id` for entries that the server writes itself. NOTE: existing databases
 * contain these values.
 */
export const ownKeyIds = { watchdog: 'watchdog', debounce: 'hold-off' } as const;
