import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkData, type Finding, skipped } from '../../../database/maintenance/check-data.ts';
import type { Database } from '../../../database/database.ts';
import { listRooms } from '../../../hierarchy/room-overview.ts';
import { listDeviceKeys } from '../../../intake/device-keys/device-keys.ts';
import { loadScopes } from '../../../hierarchy/find-scope.ts';
import { readGroupRights } from '../../../rights/group-rights.ts';
import { databaseFileOf } from '../../adapters.ts';
import { checkSignIn } from '../check-sign-in.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatTable } from '../../command-line/format-table.ts';

const gibibyte = 1024 ** 3;
const minFreeBytes = gibibyte;
const maxNames = 5;

const help = `
These can be wrong: schema, integrity, references, a room that shows another status than its last report, an open
alert that differs from the history of alerts, an audit log that can be changed, disk space. Offline devices, keys
that were never used, and keys and rights for deleted places are only reported.
A check that depends on a failed one is skipped.

With --sign-in: discovery, issuer, keys, clock, calls from the page (CORS), PKCE, scopes, renewal, log out, and
whether the provider accepts a sign-in request of the page.
An access token, pasted or from a pipe, is verified as the server does it, and its groups and rights are shown.
A sign-in request without a user and a request with an invalid code appear in the log of the provider.`;

export function addCheckCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('check')
    .description('Check the data, or the sign-in. Exit code 1 if something is wrong.')
    .option('--sign-in', 'check the identity provider (OIDC_ISSUER) instead, with an access token from stdin')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async ({ json, signIn }) => {
      const findings = signIn === true ? await checkSignIn(context) : await checkHome(context);
      const rows = findings.map(({ what, verdict, detail }) => [verdict, what, detail]);
      context.terminal.print(
        json === true ? JSON.stringify(findings, null, 2) : formatTable(['verdict', 'what', 'detail'], rows),
      );
      if (findings.some(({ verdict }) => verdict === 'wrong')) context.fail();
    });
}

async function checkHome(context: CommandContext): Promise<readonly Finding[]> {
  const database = await context.openAnySchema();
  const config = context.config();
  const data = await checkData(database, config.demo !== undefined);
  const isReadable = data.every(({ verdict }) => verdict !== 'skipped');
  return [
    ...data,
    ...(await checkDisk(databaseFileOf(config))),
    ...(isReadable
      ? [await checkDevices(database, context.now), await checkKeys(database), await checkScopes(database)]
      : skipped('devices', 'keys', 'scopes')),
  ];
}

/** Checks the free disk space. PostgreSQL is not checked, because its disk is usually on another machine. */
async function checkDisk(file: string | undefined): Promise<readonly Finding[]> {
  if (file === undefined) return [];
  const { bavail, bsize } = await statfs(dirname(file));
  return [diskFinding(dirname(file), bavail * bsize)];
}

export function diskFinding(folder: string, freeBytes: number): Finding {
  const detail = `${(freeBytes / gibibyte).toFixed(1)} GiB free in ${folder}`;
  return { what: 'disk', verdict: freeBytes < minFreeBytes ? 'wrong' : 'ok', detail };
}

async function checkDevices(database: Database, now: number): Promise<Finding> {
  const rooms = await listRooms(database, { kind: 'everything' }, now);
  const silent = rooms
    .filter(({ isSilent }) => isSilent)
    .map(({ location, ward, room }) => `${location} / ${ward} / ${room}`);
  return noticeOf('devices', silent, `${silent.length} silent`, 'every monitored room reports');
}

async function checkKeys(database: Database): Promise<Finding> {
  const keys = await listDeviceKeys(database);
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).map(({ name }) => `"${name}"`);
  return noticeOf('keys', unused, 'never used', 'every device key was used');
}

async function checkScopes(database: Database): Promise<Finding> {
  const scopes = await loadScopes(database);
  const missing = [
    ...(await listDeviceKeys(database)).map(({ name, scope }) => [`key "${name}"`, scope] as const),
    ...(await readGroupRights(database)).map(({ group, scope }) => [`group ${group}`, scope] as const),
  ]
    .filter(([, scope]) => !scopes.isThere(scope))
    .map(([owner, scope]) => `${owner} for ${scopes.pathOf(scope)}`);
  return noticeOf('scopes', missing, 'places that no longer exist', 'keys and rights are for existing places');
}

function noticeOf(what: string, names: readonly string[], problem: string, ok: string): Finding {
  if (names.length === 0) return { what, verdict: 'ok', detail: ok };
  const list = names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ', ...' : '');
  return { what, verdict: 'notice', detail: `${problem}: ${list}` };
}
