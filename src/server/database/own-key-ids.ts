/** The column `report.device_key_id` has these values for entries of the server itself. Existing databases contain them. */
export const ownKeyIds = { watchdog: 'watchdog', debounce: 'hold-off' } as const;
