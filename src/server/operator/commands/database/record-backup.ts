import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import { recordAudit } from '../../../audit/record-audit.ts';
import { toIsoTime } from '../../../../domain/iso-time.ts';
import { readLastBackup } from '../../../status/backup-queries.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { UsageError } from '../../command-line/usage-error.ts';

const help = `
Run it after each backup of PostgreSQL that has succeeded, such as \`pgbackrest backup && room-status record-backup\`.
The system status and the metric of the age of backups show it. \`backup\` records its copies itself.`;

export function addRecordBackupCommand(
  program: CommandUnknownOpts,
  { open, now, terminal, source }: CommandContext,
): void {
  program
    .command('record-backup')
    .description('Record that another program, such as pgBackRest, has made a backup.')
    .option('--at <time>', 'when it was complete, such as 2026-11-21T02:15:00Z (default: now)', parseTime)
    .addHelpText('after', help)
    .action(async ({ at = now }) => {
      if (at > now) throw new UsageError('--at: is in the future.');
      const finishedAt = toIsoTime(at);
      const { query } = await open();
      if (at <= ((await readLastBackup(query)) ?? 0)) {
        terminal.print('This backup, or a newer one, is recorded already.');
        return;
      }
      await recordAudit(query, { ...source, action: 'data.backup-recorded', clientUUID: null, after: { finishedAt } });
      terminal.print(`The backup of ${finishedAt} is recorded.`);
    });
}

/** Parses a time with its time zone. Returns epoch milliseconds. Throws InvalidArgumentError. */
function parseTime(text: string): number {
  const result = z.safeParse(z.iso.datetime({ offset: true }), text);
  if (result.success) return Date.parse(text);
  throw new InvalidArgumentError('Use a time such as 2026-11-21T02:15:00Z.');
}
