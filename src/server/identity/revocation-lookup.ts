/** Whether tokens were signed out; those asked about together, or while an answer is awaited, share a query. */
import type { Database } from '../database/database.ts';
import { findRevoked } from './revoked-tokens.ts';

interface Waiting {
  readonly tokenId: string;
  readonly resolve: (isRevoked: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** A storm of viewers that come back asks for thousands. */
const mostInQuery = 5_000;

/** Never older than the question: a sign-out counts at once, at every process. */
export function createRevocationLookup(database: Database): (tokenId: string) => Promise<boolean> {
  let waiting: Waiting[] = [];
  let isWorking = false;

  async function work(): Promise<void> {
    isWorking = true;
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.slice(0, mostInQuery);
      waiting = waiting.slice(group.length);
      await answer(group);
    }
    isWorking = false;
  }

  async function answer(group: readonly Waiting[]): Promise<void> {
    try {
      const revoked = await findRevoked(database, [...new Set(group.map(({ tokenId }) => tokenId))]);
      for (const { tokenId, resolve } of group) resolve(revoked.has(tokenId));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (tokenId) =>
    new Promise((resolve, reject) => {
      waiting.push({ tokenId, resolve, reject });
      if (!isWorking) void work();
    });
}
