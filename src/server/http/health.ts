/** Tells whoever supervises the server whether it can do its work. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** GET /health: 200 while the database answers, else 503. Says no more than that and the version. */
export function registerHealth(fastify: FastifyInstance, options: { database: Database; version: string }): void {
  fastify.get('/health', { logLevel: 'silent' }, async (_request, reply) => {
    const database = await answers(options.database);
    return reply
      .code(database ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: database ? 'ok' : 'unavailable',
        version: options.version,
        database: database ? 'ok' : 'unavailable',
      });
  });
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
