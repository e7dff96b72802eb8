import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { recordAudit } from '../../../audit/record-audit.ts';
import { openPostgresDatabase } from '../../../database/postgres/database-postgres.ts';
import { describeUrl } from '../../../database/postgres/hosts-of-url.ts';
import { forgetClient } from '../../../maintenance/move/forget-client.ts';
import { moveClient, type MoveOptions, type MoveStep } from '../../../maintenance/move/move-client.ts';
import { isUuid } from '../../../room-names/resolve-rooms.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { assertAddress } from './copy.ts';

const targetOption = '--to';

const help = `
Copies the history while the client reports, and then moves it within about two seconds, in which its reports get
503 with Retry-After. Afterwards this cell forwards the reports of the client's device keys to the new one, and
leads its boards there. Until it has moved the command can be stopped at any time and leaves nothing; then, and
whenever it was killed, start it again with the same arguments. The history stays in this cell until --forget.
Other users of the machine can read arguments: put the password of the address into PGPASSWORD or ~/.pgpass.
See docs/operating.md.`;

const steps: Readonly<Record<MoveStep, string>> = {
  copy: 'copying the history',
  'catch-up': 'copying what came meanwhile',
  freeze: 'reports of the client wait from now on',
  'copy-rest': 'copying the rooms',
  leave: 'leaving this cell',
  arrive: 'opening the rooms in the new cell',
  audit: 'copying the audit log',
};

export function addMoveClientCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('move-client')
    .description('Move a client with its history to another cell, while its devices report.')
    .argument('<client>', 'the uuid of the client')
    .option(
      `${targetOption} <url>`,
      'PostgreSQL of the new cell, such as postgres://room_status@db2.example.org/room_status',
    )
    .option('--address <origin>', 'where the new cell answers, such as https://cell-2.example.org')
    .option('--shared-groups', 'both cells have the same identity provider, so a group has the same people')
    .option('--forget', 'delete what this cell still has of a client that has moved away')
    .addHelpText('after', help)
    .action(async (argument, { to, address, sharedGroups = false, forget }) => {
      if (!isUuid(argument)) throw new UsageError('move-client: the client must be a uuid, as in a home file.');
      const client = argument.toLowerCase();
      if (forget === true) return forgetHere(context, client);
      if (to === undefined || address === undefined) {
        throw new UsageError('move-client: --to and --address are needed, or --forget.');
      }
      assertAddress(to);
      return move(context, { client, to, address: originOf(address), hasSharedGroups: sharedGroups });
    });
}

function originOf(address: string): string {
  if (URL.canParse(address)) {
    const { protocol, origin } = new URL(address);
    if (['http:', 'https:'].includes(protocol)) return origin;
  }
  throw new UsageError('--address: must be an address such as https://cell-2.example.org');
}

async function move(
  { open, terminal, source: by }: CommandContext,
  { to, ...chosen }: Pick<MoveOptions, 'client' | 'address' | 'hasSharedGroups'> & { readonly to: string },
): Promise<void> {
  const source = await open();
  const target = await openPostgresDatabase({ url: to, setting: targetOption, poolSize: 2, statementTimeoutMs: 0 });
  try {
    const onStep = (step: MoveStep, reports: number) => terminal.progress(`${steps[step]} (${reports} reports)`);
    const reports = await moveClient({ ...chosen, source, target, by, now: Date.now, onStep });
    terminal.progress('');
    terminal.print(`The client ${chosen.client} has moved to ${describeUrl(to)} with ${reports} reports.`);
    terminal.remark(
      `Its devices and boards are led to ${chosen.address}. When its host name leads there, use --forget here.`,
    );
  } finally {
    await target.close();
  }
}

async function forgetHere({ open, terminal, source }: CommandContext, client: string): Promise<void> {
  const database = await open();
  await forgetClient(database, client);
  await recordAudit(database.query, {
    ...source,
    action: 'data.prune',
    object: { kind: 'client', id: client, name: null },
    clientUUID: null,
    after: { client },
  });
  terminal.print(`This cell has forgotten the client ${client}.`);
}
