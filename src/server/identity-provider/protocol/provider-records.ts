/** Stores the sessions, grants, codes and refresh tokens of the provider in the table `identity_record`. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { isIn } from '../../database/is-in.ts';
import type { Schema } from '../../database/schema.ts';
import { storedIdOf, storedIdOfRecord } from './record-ids.ts';

export type ProviderRecords = ReturnType<typeof createProviderRecords>;

export interface ProviderRecordsOptions {
  readonly database: Database;
  readonly now: () => number;
  /** How long a used refresh token can be used again. */
  readonly refreshGraceSeconds: number;
}

type Row = Selectable<Schema['identity_record']>;

const cleanupIntervalMs = 5 * 60_000;
/** The identity provider accepts clocks that differ by this much. */
const clockToleranceMs = 15_000;

const Payload = z.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null);

export function createProviderRecords(options: ProviderRecordsOptions) {
  const { database, now } = options;
  let lastCleanupAt = now();

  /** Deletes expired records every few minutes. It runs after writes, so no timer is needed. */
  async function deleteExpired(): Promise<void> {
    if (now() - lastCleanupAt < cleanupIntervalMs) return;
    lastCleanupAt = now();
    await database.query
      .deleteFrom('identity_record')
      .where('expires_at', '<', now() - clockToleranceMs)
      .execute();
  }

  return {
    /** The storage adapter that oidc-provider expects for each of its models. */
    adapterOf: (model: string) => createAdapter(options, deleteExpired, model),

    /** Sets the expiry of an existing session to the result of `until`. All times in epoch milliseconds. */
    async extendSession(uid: string, until: (signedInAt: number) => number): Promise<void> {
      const row = await database.query
        .selectFrom('identity_record')
        .selectAll()
        .where('model', '=', 'Session')
        .where('uid', '=', uid)
        .executeTakeFirst();
      const loginTs = payloadOf(row, options)?.loginTs;
      if (row === undefined || loginTs === undefined) return;
      await database.query
        .updateTable('identity_record')
        .set({ expires_at: until(loginTs * 1000) })
        .where('model', '=', 'Session')
        .where('id', '=', row.id)
        .execute();
    },

    /** Returns those of these grants that have neither ended nor expired. */
    async findActiveGrants(grantIds: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await database.query
        .selectFrom('identity_record')
        .select('id')
        .where('model', '=', 'Grant')
        .where(isIn(database.kind, 'id', grantIds))
        .where('expires_at', '>', now())
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Deletes a grant with its session and everything that was issued under it. */
    async revokeGrant(grantId: string): Promise<void> {
      await database.query
        .deleteFrom('identity_record')
        // An open sign-in form contains a grant id, but does not belong to the grant.
        .where('model', '!=', 'Interaction')
        .where(({ and, eb, or }) =>
          or([eb('grant_id', '=', grantId), and([eb('model', '=', 'Grant'), eb('id', '=', grantId)])]),
        )
        .execute();
    },
  };
}

function createAdapter(options: ProviderRecordsOptions, deleteExpired: () => Promise<void>, model: string): Adapter {
  const { now } = options;
  const { query } = options.database;
  const findBy = async (column: 'id' | 'uid' | 'user_code', value: string, jti?: string) => {
    const record = query.selectFrom('identity_record').selectAll().where('model', '=', model);
    const row = await record.where(column, '=', value).executeTakeFirst();
    const payload = payloadOf(row, options);
    return payload && { ...payload, jti: jti ?? row?.id };
  };
  const hasGrant = async (id: string) => {
    const grant = query.selectFrom('identity_record').select('id').where('model', '=', 'Grant').where('id', '=', id);
    return (await grant.executeTakeFirst()) !== undefined;
  };
  return {
    find: (id) => findBy('id', storedIdOf(model, id), id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),

    async upsert(id, payload, expiresIn) {
      const { jti: _id, ...withoutId } = payload;
      const content = {
        payload: JSON.stringify(withoutId),
        grant_id: payload.grantId ?? grantOfSession(payload),
        uid: payload.uid ?? null,
        user_code: payload.userCode ?? null,
        expires_at: expiresIn === undefined ? null : now() + expiresIn * 1000,
      };
      await query
        .insertInto('identity_record')
        .values({ model, id: storedIdOfRecord(model, id), consumed_at: null, ...content })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(content))
        .execute();
      // A request that began before a sign-out saves its session after it. The check is after the save, so that a
      // sign-out either deletes the saved session itself or is seen here.
      if (model === 'Session' && content.grant_id !== null && !(await hasGrant(content.grant_id))) {
        await query
          .deleteFrom('identity_record')
          .where('model', '=', model)
          .where('grant_id', '=', content.grant_id)
          .execute();
      }
      await deleteExpired();
    },

    async consume(id) {
      // Only the first use sets the time: another use must not extend the grace period.
      await query
        .updateTable('identity_record')
        .set({ consumed_at: now() })
        .where('model', '=', model)
        .where('id', '=', storedIdOfRecord(model, id))
        .where('consumed_at', 'is', null)
        .execute();
    },

    async destroy(id) {
      const storedId = storedIdOfRecord(model, id);
      await query.deleteFrom('identity_record').where('model', '=', model).where('id', '=', storedId).execute();
    },

    async revokeByGrantId(grantId) {
      await query.deleteFrom('identity_record').where('model', '=', model).where('grant_id', '=', grantId).execute();
    },
  };
}

/** There is one client, so a session has at most one grant. */
function grantOfSession({ authorizations = {} }: AdapterPayload): string | null {
  return Object.values(authorizations)[0]?.grantId ?? null;
}

/** Returns undefined for a record that is missing or expired. */
function payloadOf(
  row: Row | undefined,
  { now, refreshGraceSeconds }: ProviderRecordsOptions,
): AdapterPayload | undefined {
  if (row === undefined || (row.expires_at !== null && row.expires_at + clockToleranceMs < now())) return undefined;
  const payload = Payload.parse(JSON.parse(row.payload));
  // The column holds the valid expiry, because extendSession changes only the column.
  if (row.expires_at !== null) payload.exp = Math.floor(row.expires_at / 1000);
  if (row.consumed_at !== null) {
    const isInGrace = row.model === 'RefreshToken' && now() - row.consumed_at < refreshGraceSeconds * 1000;
    if (!isInGrace) payload.consumed = Math.floor(row.consumed_at / 1000);
  }
  return payload;
}
