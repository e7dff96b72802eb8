/** Writes the demo's care homes, rights and accounts. Doing it again changes nothing. */
import type * as z from 'zod/mini';
import type { IngestRulesJson } from '../../contract/ingest-rules.ts';
import type { Database } from '../database/database.ts';
import { demoAccounts, demoRights, type DemoAccount } from './demo-accounts.ts';
import { demoHome } from './demo-home.ts';

type Rules = z.infer<typeof IngestRulesJson>;

const initializing = -1;

export interface SeedOptions {
  /** Makes an account, or sees to it that the one of that username is as described. */
  readonly ensureAccount: (account: DemoAccount) => Promise<unknown>;
  /** Epoch milliseconds: from now on the devices are expected to be heard. */
  readonly now: number;
  /** Of the demo, 1 as in life. */
  readonly speed: number;
}

/** What the streams have reported so far stays as it is. */
export async function seedDemoHome(database: Database, { ensureAccount, now, speed }: SeedOptions): Promise<void> {
  // In a night that passes faster, two seconds are many minutes: nothing would ever last that long.
  const rules = speed === 1 ? null : JSON.stringify({ holdOff: { out_of_bed: 0, not_in_bed: 0 } } satisfies Rules);
  await database.query.transaction().execute(async (query) => {
    await query
      .insertInto('client')
      .values(demoHome.clients.map(({ uuid, displayName }) => ({ uuid, display_name: displayName })))
      .onConflict((conflict) =>
        conflict.column('uuid').doUpdateSet((row) => ({ display_name: row.ref('excluded.display_name') })),
      )
      .execute();
    await query
      .insertInto('location')
      .values(
        demoHome.locations.map(({ uuid, alias, displayName, clientUUID }) => ({
          uuid,
          alias,
          client_uuid: clientUUID,
          display_name: displayName,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('uuid').doUpdateSet((row) => ({
          alias: row.ref('excluded.alias'),
          client_uuid: row.ref('excluded.client_uuid'),
          display_name: row.ref('excluded.display_name'),
        })),
      )
      .execute();
    await query
      .insertInto('ward')
      .values(
        demoHome.wards.map(({ uuid, displayName, locationUUID }) => ({
          uuid,
          location_uuid: locationUUID,
          display_name: displayName,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('uuid').doUpdateSet((row) => ({
          location_uuid: row.ref('excluded.location_uuid'),
          display_name: row.ref('excluded.display_name'),
        })),
      )
      .execute();
    await query
      .insertInto('stream')
      .values(
        demoHome.rooms.map(({ uuid, alias, displayName, wardUUID, type, status }) => ({
          uuid,
          alias,
          rules,
          seen_at: now,
          ward_uuid: wardUUID,
          display_name: displayName,
          type,
          status,
          room_status: initializing,
          last_notification: null,
          last_notification_sent: null,
          revision: 0,
          reported_at: null,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('uuid').doUpdateSet((row) => ({
          alias: row.ref('excluded.alias'),
          rules: row.ref('excluded.rules'),
          ward_uuid: row.ref('excluded.ward_uuid'),
          display_name: row.ref('excluded.display_name'),
          type: row.ref('excluded.type'),
          status: row.ref('excluded.status'),
        })),
      )
      .execute();
    await query
      .insertInto('group_right')
      .values(
        demoRights.map(({ group, role, scope }) => ({
          group_name: group,
          role,
          scope_kind: scope.kind,
          scope_uuid: scope.kind === 'everything' ? '' : scope.uuid,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  for (const account of demoAccounts) await ensureAccount(account);
}
