import { existsSync } from 'node:fs';
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { countPrunableAuditEvents, pruneAuditEvents } from '../../../audit/prune-audit.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import { countPrunableRows, pruneDatabase, type PruneCounts } from '../../../maintenance/prune.ts';
import type { Database } from '../../../database/database.ts';
import {
  readFreeBytes,
  isSpaceLow,
  createReserve,
  minWritableBytes,
  deleteReserve,
  countWritableBytes,
} from '../../../database/sqlite/reserve-file.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { sqliteFileOf } from '../../../app/adapters.ts';

const help = `
Deletes in small steps beside the running server. The report that set the current status of a room and open
alerts stay, whatever their age. An alert is deleted by the time of its resolution, and the history of
pauses with the reports of the same age. Events of the audit log are deleted when they are older than
AUDIT_RETENTION_DAYS. The file of the embedded database does not shrink; its free space is used again. On a full
disk the command first deletes the reserve file beside the data, and makes it again at the end.`;

const dayMs = 86_400_000;
const unitMs = new Map([
  ['h', dayMs / 24],
  ['d', dayMs],
  ['w', 7 * dayMs],
  ['y', 365 * dayMs],
]);

export function addPruneCommand(program: CommandUnknownOpts, context: CommandContext): void {
  const { config, open, now, terminal, source } = context;
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
      const file = sqliteFileOf(config());
      // Deleting rows writes to the WAL, so a full disk needs the space of the reserve.
      if (file !== undefined && existsSync(file) && readFreeBytes(file) < minWritableBytes) deleteReserve(file);
      const database = await open();
      const auditBefore = now - config().auditRetentionDays * dayMs;
      const auditEvents = await countPrunableAuditEvents(database, auditBefore);
      const prunable = { ...(await countPrunableRows(database, { before, now })), auditEvents };
      const [since, auditSince] = [dateOf(before), dateOf(auditBefore)];
      const limits = `reports and alerts before ${since}, audit events before ${auditSince}`;
      if (dryRun === true) {
        terminal.print(`Would delete ${describeCounts(prunable)}: ${limits}.`);
        return;
      }
      // The audit event is recorded before the deletion, because a command that is stopped has already deleted a part.
      await recordAudit(database.query, {
        ...source,
        action: 'data.prune',
        clientUUID: null,
        after: {
          reportsBefore: since,
          reports: prunable.reports,
          alerts: prunable.alerts,
          sessions: sessionsOf(prunable),
          auditEventsBefore: auditSince,
          auditEvents,
        },
      });
      const deleted = await pruneDatabase(database, { before, now }, (reports) => {
        terminal.progress(`${reports} of ${prunable.reports} reports`);
      });
      terminal.progress('');
      const deletedAudit = await pruneAuditEvents(database, auditBefore);
      if (file !== undefined) await remakeReserve(database, file);
      terminal.print(`Deleted ${describeCounts({ ...deleted, auditEvents: deletedAudit })}: ${limits}.`);
    });
}

/** Parses a duration such as `90d`. Returns milliseconds. Throws InvalidArgumentError for less than one day. */
function parseDurationMs(text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([hdwy])$/.exec(text) ?? [];
  const durationMs = Number(number ?? 0) * (unitMs.get(unit) ?? 0);
  if (durationMs >= dayMs) return durationMs;
  throw new InvalidArgumentError('Use a duration of one day or more, such as 90d, 12w or 2y.');
}

async function remakeReserve(database: Database, file: string): Promise<void> {
  const free = readFreeBytes(file);
  if (!isSpaceLow(file, await countWritableBytes(database, free))) createReserve(file, free);
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function describeCounts(counts: PruneCounts & { readonly auditEvents: number }): string {
  const { reports, alerts, auditEvents } = counts;
  const sessions = `${sessionsOf(counts)} expired sessions and tokens`;
  return `${reports} reports, ${alerts} resolved alerts, ${sessions}, ${auditEvents} audit events`;
}

function sessionsOf({ identityRecords, revokedTokens }: PruneCounts): number {
  return identityRecords + revokedTokens;
}
