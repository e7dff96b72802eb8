/** Tells whoever supervises the server whether it can do its work. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';

interface HealthOptions {
  readonly database: Database;
  readonly bus: Pick<Bus, 'isConnected'>;
  /** False: for some time now what devices say could not be stored. */
  readonly canStore: () => boolean;
  readonly version: string;
}

/** Who asks has no patience either. Milliseconds. */
const answerWithinMs = 1_500;

/**
 * GET /health: 200 while the database answers and takes what devices say, else 503. Without the bus the server still
 * does its work: live updates of other processes are then some seconds late. Says no more than that and the version.
 * GET /health/ready is for whoever shares calls out among servers: 200 while the database answers. When its disk is
 * full none of them can store; without any of them nobody could even read what is known.
 */
export function registerHealth(fastify: FastifyInstance, options: HealthOptions): void {
  const register = (path: string, isWell: (parts: { database: boolean; storing: boolean }) => boolean) =>
    fastify.get(path, { logLevel: 'silent' }, async (_request, reply) => {
      const database = await Promise.race([answers(options.database), tooLate()]);
      const storing = database && options.canStore();
      const ok = isWell({ database, storing });
      return reply
        .code(ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: word(ok),
          version: options.version,
          database: word(database),
          storing: word(storing),
          bus: word(options.bus.isConnected()),
        });
    });
  register('/health', ({ storing }) => storing);
  register('/health/ready', ({ database }) => database);
}

const word = (isOk: boolean) => (isOk ? 'ok' : 'unavailable');

function tooLate(): Promise<false> {
  return pause(answerWithinMs, false, { ref: false });
}

/** A read of a real table: an open handle on a file that is gone would still answer `select 1`. */
async function answers(database: Database): Promise<boolean> {
  try {
    await database.query
      .selectFrom('client')
      .select(sql<number>`1`.as('one'))
      .limit(1)
      .execute();
    return true;
  } catch {
    return false;
  }
}
