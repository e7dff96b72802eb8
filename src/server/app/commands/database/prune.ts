import { existsSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { countPrunable, prune, type PruneCounts } from '../../../database/maintenance/prune.ts';
import type { Database } from '../../../database/database.ts';
import {
  freeDiskBytes,
  isSpaceShort,
  makeReserve,
  minWritableBytes,
  deleteReserve,
  writableBytes,
} from '../../../database/sqlite/reserve-file.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { databaseFileOf } from '../../adapters.ts';
import { parseDurationMs } from '../../command-line/durations.ts';

const help = `
Deletes in small steps beside the running server. The report that set the current status of a room and open
alerts stay, whatever their age. An alert is deleted by the time of its resolution. The file of the embedded database does not shrink; its free space is used again. On a full
disk the command first deletes the reserve file beside the data, and makes it again at the end.`;

export function addPruneCommand(program: CommandUnknownOpts, { config, open, now, terminal }: CommandContext): void {
  program
    .command('prune')
    .description('Delete old reports and resolved alerts, and sessions and tokens that have expired.')
    .requiredOption(
      '--older-than <duration>',
      'age of a report by its time of receipt, such as 90d, 12w or 2y; at least one day',
      parseDurationMs,
    )
    .option('--dry-run', 'only count')
    .addHelpText('after', help)
    .action(async ({ olderThan, dryRun }) => {
      const before = now - olderThan;
      const file = databaseFileOf(config());
      // Deleting needs space for the WAL.
      if (file !== undefined && existsSync(file) && freeDiskBytes(file) < minWritableBytes) deleteReserve(file);
      const database = await open();
      const prunable = await countPrunable(database, { before, now });
      const since = new Date(before).toISOString().slice(0, 10);
      if (dryRun === true) {
        terminal.print(`Would delete ${describeCounts(prunable)}: reports and alerts before ${since}.`);
        return;
      }
      const deleted = await prune(database, { before, now }, (reports) => {
        terminal.progress(`${reports} of ${prunable.reports} reports`);
      });
      terminal.progress('');
      if (file !== undefined) await remakeReserve(database, file);
      terminal.print(`Deleted ${describeCounts(deleted)}: reports and alerts before ${since}.`);
    });
}

async function remakeReserve(database: Database, file: string): Promise<void> {
  const free = freeDiskBytes(file);
  if (!isSpaceShort(file, await writableBytes(database, free))) makeReserve(file, free);
}

function describeCounts({ reports, alerts, identityRecords, revokedTokens }: PruneCounts): string {
  return `${reports} reports, ${alerts} resolved alerts, ${identityRecords + revokedTokens} expired sessions and tokens`;
}
