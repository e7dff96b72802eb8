/** Checks that a client can move, before anything is copied. */
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { serverKeyIds } from '../../database/own-key-ids.ts';
import { dayOfReceipt, daysBetween } from '../../database/report-days.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { isInScopeOf, placesOf } from './client-tables.ts';
import { readMove } from './move-state.ts';

interface Cells {
  readonly source: Database;
  readonly target: Database;
  readonly client: string;
  readonly hasSharedGroups: boolean;
  readonly now: () => number;
}

/** Reports of the last so many days show who reports for the client. */
const senderDays = 2;
const dayMs = 86_400_000;

/** Returns the name of the client. Throws OperatorError with the reason why it cannot move. */
export async function assertMovable({ source, target, client, hasSharedGroups, now }: Cells): Promise<string> {
  const found = source.query.selectFrom('client').select('display_name as name').where('uuid', '=', client);
  const stored = await found.executeTakeFirst();
  if (stored === undefined) throw new OperatorError(`There is no client ${client} in this cell.`);
  await assertFreeIn(target, source, client);
  if (!hasSharedGroups) await assertOwnGroups(target, source, client);
  await assertOwnSenders(source, client, now());
  return stored.name;
}

async function assertFreeIn(target: Database, source: Database, client: string): Promise<void> {
  if ((await readMove(target.query, client)) !== undefined) {
    throw new OperatorError('The client has lived in the other cell before: run move-client --forget there first.');
  }
  const known = await target.query.selectFrom('client').select('uuid').where('uuid', '=', client).executeTakeFirst();
  if (known !== undefined) throw new OperatorError('The other cell has a client with this uuid already.');
  const aliases = await source.query
    .selectFrom('location')
    .select('alias')
    .where('client_uuid', '=', client)
    .where('alias', 'is not', null)
    .execute();
  const taken = await target.query
    .selectFrom('location')
    .select('alias')
    .where(sql<boolean>`alias = any(${aliases.map(({ alias }) => alias)})`)
    .execute();
  if (taken.length === 0) return;
  const names = taken.map(({ alias }) => alias).join(', ');
  throw new OperatorError(`The other cell has locations with the same alias: ${names}. Change them first.`);
}

/** A group of the same name in the other cell has other people, who would see the client. */
async function assertOwnGroups(target: Database, source: Database, client: string): Promise<void> {
  const { rows: moved } = await sql<{ name: string }>`
    select distinct group_name as name from group_right where ${isInScopeOf(placesOf(client))}`.execute(source.query);
  const names = moved.map(({ name }) => name);
  const { rows: taken } = await sql<{ name: string }>`
    select distinct name from (
      select group_name as name from group_right
      union select json_array_elements_text(groups::json) from account
    ) known where name = any(${names})`.execute(target.query);
  if (taken.length === 0) return;
  throw new OperatorError(
    `The other cell has groups of the same name: ${taken.map(({ name }) => name).join(', ')}. Their people would see the ` +
      'client. Rename them, or add --shared-groups if both cells have the same identity provider.',
  );
}

/** Only keys of the client are forwarded to the new cell: others report for clients that stay. */
async function assertOwnSenders({ query }: Database, client: string, now: number): Promise<void> {
  const days = daysBetween(now - senderDays * dayMs, now);
  const { rows } = await sql<{ sender: string; name: string | null; isOwn: boolean }>`
    select distinct device_key_id as sender, device_key.name, coalesce(scope_kind <> 'everything', false) as "isOwn"
    from report left join device_key on device_key.id = device_key_id
    where ${dayOfReceipt} = any(${days}) and stream_uuid in ${placesOf(client).streams}
      and device_key_id <> all(${Object.values(serverKeyIds)})`.execute(query);
  const others = rows.filter(({ isOwn }) => !isOwn).map(({ name, sender }) => name ?? sender);
  if (others.length === 0) return;
  throw new OperatorError(
    `These keys or connections of all clients have reported for the client in the last days: ${others.join(', ')}. ` +
      'Give its devices keys of the client, and connect its equipment in the other cell first.',
  );
}
