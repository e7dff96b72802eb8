import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkData, type Finding, skipped } from '../../database/maintenance/check-data.ts';
import type { Database } from '../../database/database.ts';
import { listRooms } from '../../hierarchy/room-overview.ts';
import { listDeviceKeys } from '../../intake/device-keys/device-keys.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { databaseLocation, type DatabaseLocation } from '../adapters.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { formatTable } from '../command-line/format-table.ts';

const fewBytes = 1024 ** 3;

const help = `
These can be wrong: schema, integrity, references, a room that shows another status than its last report, disk
space. Offline devices, keys that were never used, and keys and rights for deleted places are only reported.
A check that depends on a failed one is skipped.`;

export function addCheckCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('check')
    .description('Check the data. Exit code 1 if something is wrong.')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async ({ json }) => {
      const database = await context.openAnySchema();
      const config = context.config();
      const data = await checkData(database, config.demo !== undefined);
      const canBeRead = data.every(({ verdict }) => verdict !== 'skipped');
      const findings = [
        ...data,
        ...(await checkDisk(databaseLocation(config))),
        ...(canBeRead
          ? [...(await checkDevices(database, context.now)), await checkScopes(database)]
          : skipped('devices', 'keys', 'scopes')),
      ];
      const rows = findings.map(({ what, verdict, detail }) => [verdict, what, detail]);
      context.terminal.print(
        json === true ? JSON.stringify(findings, null, 2) : formatTable(['verdict', 'what', 'detail'], rows),
      );
      if (findings.some(({ verdict }) => verdict === 'wrong')) context.fail();
    });
}

/** PostgreSQL's disk is not ours to look at. */
async function checkDisk(place: DatabaseLocation): Promise<readonly Finding[]> {
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
