/** Transactions that got in each other's way: one of them is asked to try again. */
import type { Database } from './database.ts';

const attempts = 4;

/** Does the work again, whole, as long as only another transaction was in its way. */
export async function retryOnConflict<T>(database: Pick<Database, 'isConflict'>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !database.isConflict(error)) throw error;
    }
  }
}
