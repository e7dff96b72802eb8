/** Where the provider keeps its sessions, grants, codes and refresh tokens: the shared database. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ExpressionBuilder, Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';

export interface ProviderRecords {
  /** What oidc-provider asks for, one for each of its models. */
  adapterOf(model: string): Adapter;
  /** Keeps a session alive until then (epoch ms), if it still exists. */
  extendSession(uid: string, until: (loginAt: number) => number): Promise<void>;
  /** Ends a grant and everything that was issued under it. */
  revokeGrant(grantId: string): Promise<void>;
}

export interface ProviderRecordsOptions {
  readonly database: Database;
  readonly now: () => number;
  /** A refresh token that was used may be used again for this long. */
  readonly refreshGraceSeconds: number;
}

type Row = Selectable<Schema['identity_record']>;

const sweepEveryMs = 5 * 60_000;
/** The provider itself tolerates clocks that differ by this much. */
const clockToleranceMs = 15_000;

const Payload = z.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null);

export function createProviderRecords(options: ProviderRecordsOptions): ProviderRecords {
  const { database, now } = options;
  const graceMs = options.refreshGraceSeconds * 1000;
  let sweptAt = now();

  function payloadOf(row: Row | undefined): AdapterPayload | undefined {
    if (row === undefined || (row.expires_at !== null && row.expires_at + clockToleranceMs < now())) return undefined;
    const payload = Payload.parse(JSON.parse(row.payload));
    // One truth about the end of a record: the column, which can be moved without rewriting the payload.
    if (row.expires_at !== null) payload.exp = Math.floor(row.expires_at / 1000);
    if (row.consumed_at !== null && !isInGrace(row, row.consumed_at)) {
      payload.consumed = Math.floor(row.consumed_at / 1000);
    }
    return payload;
  }

  function isInGrace(row: Row, consumedAt: number): boolean {
    return row.model === 'RefreshToken' && now() - consumedAt < graceMs;
  }

  /** Rides along with writes, the only thing that makes the table grow: no timer to stop. */
  async function sweep(): Promise<void> {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    await database.query
      .deleteFrom('identity_record')
      .where('expires_at', '<', now() - clockToleranceMs)
      .execute();
  }

  function adapterOf(model: string): Adapter {
    const findBy = async (column: 'id' | 'uid' | 'user_code', value: string) =>
      payloadOf(
        await database.query
          .selectFrom('identity_record')
          .selectAll()
          .where('model', '=', model)
          .where(column, '=', value)
          .executeTakeFirst(),
      );
    return {
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('user_code', userCode),

      async upsert(id, payload, expiresIn) {
        const content = {
          payload: JSON.stringify(payload),
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          user_code: payload.userCode ?? null,
          expires_at: expiresIn === undefined ? null : now() + expiresIn * 1000,
        };
        await database.query
          .insertInto('identity_record')
          .values({ model, id, consumed_at: null, ...content })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(content))
          .execute();
        await sweep();
      },

      async consume(id) {
        // Only the first use counts: the grace is not to be renewed by reuse.
        await database.query
          .updateTable('identity_record')
          .set({ consumed_at: now() })
          .where('model', '=', model)
          .where('id', '=', id)
          .where('consumed_at', 'is', null)
          .execute();
      },

      async destroy(id) {
        await database.query.deleteFrom('identity_record').where('model', '=', model).where('id', '=', id).execute();
      },

      async revokeByGrantId(grantId) {
        await database.query
          .deleteFrom('identity_record')
          .where('model', '=', model)
          .where('grant_id', '=', grantId)
          .execute();
      },
    };
  }

  return {
    adapterOf,

    async extendSession(uid, until) {
      const row = await database.query
        .selectFrom('identity_record')
        .selectAll()
        .where('model', '=', 'Session')
        .where('uid', '=', uid)
        .executeTakeFirst();
      const loginTs = payloadOf(row)?.loginTs;
      if (row === undefined || loginTs === undefined) return;
      await database.query
        .updateTable('identity_record')
        .set({ expires_at: until(loginTs * 1000) })
        .where('model', '=', 'Session')
        .where('id', '=', row.id)
        .execute();
    },

    async revokeGrant(grantId) {
      await database.query
        .deleteFrom('identity_record')
        // An open form notes the grant it began with, but does not hang on it.
        .where('model', '!=', 'Interaction')
        .where((where) => where.or([where('grant_id', '=', grantId), isGrant(where, grantId)]))
        .execute();
    },
  };
}

function isGrant(where: ExpressionBuilder<Schema, 'identity_record'>, grantId: string) {
  return where.and([where('model', '=', 'Grant'), where('id', '=', grantId)]);
}
