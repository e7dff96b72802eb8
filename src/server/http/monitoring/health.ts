/** Tells whoever supervises the server whether it can do its work. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';

interface HealthOptions {
  readonly database: Database;
  readonly bus: Pick<Bus, 'isConnected'>;
  readonly version: string;
}

/** Who asks has no patience either. Milliseconds. */
const answerWithinMs = 1_500;

/**
 * GET /health: 200 while the database answers, else 503. Without the bus the server still does its work:
 * live updates of other processes are then some seconds late. Says no more than that and the version.
 */
export function registerHealth(fastify: FastifyInstance, options: HealthOptions): void {
  fastify.get('/health', { logLevel: 'silent' }, async (_request, reply) => {
    const database = await Promise.race([answers(options.database), tooLate()]);
    return reply
      .code(database ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: database ? 'ok' : 'unavailable',
        version: options.version,
        database: database ? 'ok' : 'unavailable',
        bus: options.bus.isConnected() ? 'ok' : 'unavailable',
      });
  });
}

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
