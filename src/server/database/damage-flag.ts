import type { LogEvent } from 'kysely';

/**
 * Remembers that a query found damaged data. A damaged page does not recover, and queries of other pages still succeed,
 * so one error is enough until the process ends.
 */
export function createDamageFlag(isDamaged: (error: unknown) => boolean) {
  let hasDamage = false;
  return {
    /** For the option `log` of Kysely, which receives the error of every query. */
    log: (event: LogEvent): void => {
      if (event.level === 'error' && isDamaged(event.error)) hasDamage = true;
    },
    hasDamage: () => hasDamage,
  };
}
