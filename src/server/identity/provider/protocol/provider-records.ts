/** Stores the sessions, grants, codes and refresh tokens of the provider in the table `identity_record`. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { isInList } from '../../../database/is-in-list.ts';
import type { Schema } from '../../../database/schema.ts';
import { createSignInAdapter, type FinishedSignIn, signInModelName, storeFinishedSignIn } from './finished-sign-ins.ts';
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
/** The difference that oidc-provider accepts between the clocks of two machines. */
const clockToleranceMs = 15_000;

const Payload = z.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null);

export function createProviderRecords(options: ProviderRecordsOptions) {
  const { database, now } = options;
  let lastCleanupAt = now();

  /** Deletes expired records, every few minutes. It runs after writes and so needs no timer. */
  async function deleteExpired(): Promise<void> {
    if (now() - lastCleanupAt < cleanupIntervalMs) return;
    lastCleanupAt = now();
    await database.query
      .deleteFrom('identity_record')
      .where('expires_at', '<', now() - clockToleranceMs)
      .execute();
  }

  return {
    /** Creates the storage adapter that oidc-provider expects for each model. */
    adapterOf: (model: string): Adapter => {
      const adapter = createAdapter(options, deleteExpired, model);
      return model === signInModelName ? createSignInAdapter(adapter) : adapter;
    },

    /** Stores a sign-in with the right password. Returns false when oidc-provider has already continued it. */
    storeFinishedSignIn: (signIn: FinishedSignIn) =>
      storeFinishedSignIn(createAdapter(options, deleteExpired, signInModelName), signIn, now()),

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

    /** Returns the given grants that have neither ended nor expired. */
    async findActiveGrants(grantIds: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await database.query
        .selectFrom('identity_record')
        .select('id')
        .where('model', '=', 'Grant')
        .where(isInList(database.kind, 'id', grantIds))
        .where('expires_at', '>', now())
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Deletes a grant with its session and everything that was issued under it. */
    async revokeGrant(grantId: string): Promise<void> {
      await database.query
        .deleteFrom('identity_record')
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
  const findBy = async (column: 'id' | 'uid', value: string, jti?: string) => {
    const record = query.selectFrom('identity_record').selectAll().where('model', '=', model);
    const row = await record.where(column, '=', value).executeTakeFirst();
    const payload = payloadOf(row, options);
    return payload && { ...payload, jti: jti ?? row?.id };
  };
  const deletion = query.deleteFrom('identity_record').where('model', '=', model);
  const hasGrant = async (id: string) =>
    (await query.selectFrom('identity_record').where('model', '=', 'Grant').where('id', '=', id).select('id').execute())
      .length > 0;
  return {
    find: (id) => findBy('id', storedIdOf(model, id), id),
    findByUid: (uid) => findBy('uid', uid),
    // The device flow, which has user codes, is not enabled.
    findByUserCode: async () => undefined,

    async upsert(id, payload, expiresIn) {
      // Does not store a session without an account. oidc-provider creates one at each request of a browser with the
      // cookie of an ended session, and nothing uses it.
      if (model === 'Session' && payload.accountId === undefined) return;
      const { jti: _id, ...withoutId } = payload;
      const content = {
        payload: JSON.stringify(withoutId),
        grant_id: payload.grantId ?? grantOfSession(payload),
        uid: payload.uid ?? null,
        expires_at: expiresIn === undefined ? null : now() + expiresIn * 1000,
      };
      await query
        .insertInto('identity_record')
        .values({ model, id: storedIdOfRecord(model, id), consumed_at: null, ...content })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(content))
        .execute();
      // A request that began before a sign-out may save its session after the sign-out, which has deleted the grant. A
      // sign-out after this check deletes the saved session.
      if (model === 'Session' && content.grant_id !== null && !(await hasGrant(content.grant_id))) {
        await deletion.where('grant_id', '=', content.grant_id).execute();
      }
      await deleteExpired();
    },

    async consume(id) {
      // Sets the time at the first use only, because a later use must not extend the grace period.
      await query
        .updateTable('identity_record')
        .set({ consumed_at: now() })
        .where('model', '=', model)
        .where('id', '=', storedIdOfRecord(model, id))
        .where('consumed_at', 'is', null)
        .execute();
    },

    async destroy(id) {
      await deletion.where('id', '=', storedIdOfRecord(model, id)).execute();
    },

    async revokeByGrantId(grantId) {
      await deletion.where('grant_id', '=', grantId).execute();
    },
  };
}

/** The id of the grant of a session. A session has only one grant, because there is only one client. */
function grantOfSession({ authorizations = {} }: AdapterPayload): string | null {
  return Object.values(authorizations)[0]?.grantId ?? null;
}

/** The payload of a record. Undefined when the record is missing or has expired. */
function payloadOf(
  row: Row | undefined,
  { now, refreshGraceSeconds }: ProviderRecordsOptions,
): AdapterPayload | undefined {
  if (row === undefined || (row.expires_at !== null && row.expires_at + clockToleranceMs < now())) return undefined;
  const payload = Payload.parse(JSON.parse(row.payload));
  // Takes the expiry from the column, because extendSession changes only the column.
  if (row.expires_at !== null) payload.exp = Math.floor(row.expires_at / 1000);
  if (row.consumed_at !== null) {
    const isInGrace = row.model === 'RefreshToken' && now() - row.consumed_at < refreshGraceSeconds * 1000;
    if (!isInGrace) payload.consumed = Math.floor(row.consumed_at / 1000);
  }
  return payload;
}
