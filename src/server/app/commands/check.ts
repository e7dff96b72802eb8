import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkData, type Finding, skipped } from '../../database/maintenance/check-data.ts';
import type { Database } from '../../database/database.ts';
import { listRooms } from '../../hierarchy/room-overview.ts';
import { listDeviceKeys } from '../../intake/device-keys/device-keys.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { type Context, defineCommand } from '../command-line/command.ts';
import { table } from '../command-line/table.ts';

const fewBytes = 1024 ** 3;

export const check = defineCommand({
  name: 'check',
  usage: '[--json]',
  summary: 'Looks whether the data are whole and what needs a hand; exit code 1 when something is wrong.',
  details: `Schema, integrity, references, whether every room shows what the log says last, room on the disk: these
can be wrong. Silent devices, keys that were never used, and keys and rights for places that are gone are
only told. What cannot be looked at, since something before it is wrong, is skipped.

  --json  for a machine`,
  options: { json: { type: 'boolean', default: false } },
  most: 0,
  run: async ({ values: { json } }, context) => {
    const database = await context.openAnySchema();
    const data = await checkData(database, context.config.demo !== undefined);
    const canBeRead = data.every(({ verdict }) => verdict !== 'skipped');
    const findings = [
      ...data,
      ...(await checkDisk(context)),
      ...(canBeRead
        ? [...(await checkDevices(database, context.now)), await checkScopes(database)]
        : skipped('devices', 'keys', 'scopes')),
    ];
    const rows = findings.map(({ what, verdict, detail }) => [verdict, what, detail]);
    context.terminal.print(json ? JSON.stringify(findings, null, 2) : table(['verdict', 'what', 'detail'], rows));
    return findings.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
  },
});

/** PostgreSQL's disk is not ours to look at. */
async function checkDisk({ place }: Context): Promise<readonly Finding[]> {
  if (place.kind === 'postgres') return [];
  const { bavail, bsize } = await statfs(dirname(place.file));
  const free = bavail * bsize;
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free in ${dirname(place.file)}`;
  return [{ what: 'disk', verdict: free < fewBytes ? 'wrong' : 'ok', detail }];
}

async function checkDevices(database: Database, now: number): Promise<readonly Finding[]> {
  const rooms = await listRooms(database, { kind: 'everything' }, now);
  const silent = rooms.filter(({ isSilent }) => isSilent);
  const keys = await listDeviceKeys(database);
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null);
  const some = (names: readonly string[]) => names.slice(0, 5).join(', ') + (names.length > 5 ? ', ...' : '');
  const silentRooms = some(silent.map(({ location, ward, room }) => `${location} / ${ward} / ${room}`));
  return [
    silent.length === 0
      ? { what: 'devices', verdict: 'ok', detail: 'every monitored room is heard' }
      : { what: 'devices', verdict: 'notice', detail: `${silent.length} silent: ${silentRooms}` },
    unused.length === 0
      ? { what: 'keys', verdict: 'ok', detail: 'every device key was used' }
      : { what: 'keys', verdict: 'notice', detail: `never used: ${some(unused.map(({ name }) => `"${name}"`))}` },
  ];
}

async function checkScopes(database: Database): Promise<Finding> {
  const scopes = await loadScopes(database);
  const gone = [
    ...(await listDeviceKeys(database)).map(({ name, scope }) => [`key "${name}"`, scope] as const),
    ...(await readGroupRights(database)).map(({ group, scope }) => [`group ${group}`, scope] as const),
  ].filter(([, scope]) => !scopes.isThere(scope));
  if (gone.length === 0)
    return { what: 'scopes', verdict: 'ok', detail: 'keys and rights are for places that are there' };
  return {
    what: 'scopes',
    verdict: 'notice',
    detail: gone.map(([who, scope]) => `${who} is for ${scopes.pathOf(scope)}`).join(', '),
  };
}
