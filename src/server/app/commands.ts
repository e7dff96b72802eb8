/** The operator's commands: each takes words and answers with the text to print. */
import { parseArgs } from 'node:util';
import type { Scope } from '../../domain/user.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import type { Database } from '../database/database.ts';
import { createDeviceKey, listDeviceKeys, revokeDeviceKey } from '../intake/device-keys.ts';

/** The words make no command; the message says why. */
export class CommandError extends Error {}

export const help = `Usage: npm run room-status -- COMMAND [--no-demo]

  streams                              every room with its stream's uuid and what it last said
  device-key add NAME [--scope SCOPE]  makes a key; it is shown once
  device-key list                      the keys that hold
  device-key revoke ID                 the key is refused from now on

SCOPE is everything, or client:UUID, location:UUID, ward:UUID.
Works on the demo's data, with --no-demo on those of your own home.`;

interface Context {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Throws CommandError for words that are no command. */
export async function runCommand(words: readonly string[], context: Context): Promise<string> {
  const { positionals, values } = parse(words);
  const [subject, verb, argument] = positionals;
  if (subject === 'streams') return listStreams(context);
  if (subject === 'device-key' && verb === 'add') return addDeviceKey(argument, scopeOf(values.scope), context);
  if (subject === 'device-key' && verb === 'list') return listKeys(context);
  if (subject === 'device-key' && verb === 'revoke') return revokeKey(argument, context);
  throw new CommandError(`There is no command "${positionals.join(' ')}".\n\n${help}`);
}

function parse(words: readonly string[]) {
  try {
    const options = { scope: { type: 'string', default: 'everything' } } as const;
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function scopeOf(text: string): Scope {
  if (text === 'everything') return { kind: 'everything' };
  const match = /^(client|location|ward):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(text);
  const [, kind, uuid] = match ?? [];
  if (uuid !== undefined && (kind === 'client' || kind === 'location' || kind === 'ward')) {
    return { kind, uuid: uuid.toLowerCase() };
  }
  throw new CommandError(`--scope: "${text}" is neither everything nor client:UUID, location:UUID or ward:UUID.`);
}

async function addDeviceKey(name: string | undefined, scope: Scope, { database, now }: Context): Promise<string> {
  if (name === undefined) throw new CommandError('device-key add: the NAME of the key is missing.');
  if (scope.kind !== 'everything' && !(await exists(database, scope.kind, scope.uuid))) {
    throw new CommandError(`--scope: there is no ${scope.kind} ${scope.uuid}.`);
  }
  const { id, key } = await createDeviceKey(database, { name, scope, now });
  return `Key ${id} "${name}" is made. It is shown this once:\n\n${key}`;
}

async function listKeys({ database }: Context): Promise<string> {
  const keys = await listDeviceKeys(database);
  const rows = keys.map(({ id, name, scope }) => [
    id,
    name,
    scope.kind === 'everything' ? scope.kind : `${scope.kind}:${scope.uuid}`,
  ]);
  return rows.length === 0 ? 'There is no device key.' : table(['key', 'name', 'scope'], rows);
}

async function revokeKey(id: string | undefined, { database, now }: Context): Promise<string> {
  const keys = await listDeviceKeys(database);
  if (id === undefined || !keys.some((key) => key.id === id)) {
    throw new CommandError(`device-key revoke: there is no key "${id ?? ''}" that holds.`);
  }
  await revokeDeviceKey(database, id, now);
  return `Key ${id} is refused from now on.`;
}

async function listStreams({ database }: Context): Promise<string> {
  const streams = await database.query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select([
      'stream.uuid',
      'stream.display_name as room',
      'ward.display_name as ward',
      'location.display_name as location',
      'stream.room_status as code',
      'stream.reported_at as reportedAt',
    ])
    .orderBy('location.display_name')
    .orderBy('ward.display_name')
    .orderBy('stream.display_name')
    .execute();
  const rows = streams.map(({ uuid, room, ward, location, code, reportedAt }) => [
    uuid,
    `${location} / ${ward} / ${room}`,
    statusOfCode(code).name,
    reportedAt === null ? 'never' : new Date(reportedAt).toISOString(),
  ]);
  return table(['stream', 'room', 'status', 'last report'], rows);
}

async function exists(database: Database, kind: 'client' | 'location' | 'ward', uuid: string): Promise<boolean> {
  const row = await database.query.selectFrom(kind).select('uuid').where('uuid', '=', uuid).executeTakeFirst();
  return row !== undefined;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
