import type { Database } from './database.ts';

const maxAttempts = 4;

/** Runs a transaction again when it was in conflict with another one. Throws the last error after four attempts. */
export async function retryOnConflict<T>(database: Pick<Database, 'isConflict'>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !database.isConflict(error)) throw error;
    }
  }
}
