import type { LogEvent } from 'kysely';

/**
 * Remembers that a query found damaged data. One such error is reported until the process ends, because damaged pages
 * stay damaged while queries of other pages succeed.
 */
export function createDamageFlag(isDamaged: (error: unknown) => boolean) {
  let hasDamage = false;
  const note = (error: unknown): void => {
    if (isDamaged(error)) hasDamage = true;
  };
  return {
    note,
    /** For the option `log` of Kysely, which receives the error of every query. */
    log: (event: LogEvent): void => {
      if (event.level === 'error') note(event.error);
    },
    hasDamage: () => hasDamage,
  };
}
