import { countPrunable, prune as pruneData } from '../../database/maintenance/prune.ts';
import { CommandError, defineCommand } from '../command-line/command.ts';
import { durationOf } from '../command-line/durations.ts';

export const prune = defineCommand({
  name: 'prune',
  usage: '--older-than TIME [--dry-run]',
  summary: 'Takes old reports out of the log, and sessions and tokens that have ended.',
  details: `  --older-than  such as 90d, 12w or 2y, by the time of receipt; at least one day
  --dry-run     only counts

In small steps beside the running server. The report that made what a room shows now stays, however old.
The embedded database's file does not shrink: its free room is used again.`,
  options: { 'older-than': { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  most: 0,
  run: async ({ values }, { open, now, terminal }) => {
    const age = values['older-than'];
    if (age === undefined) throw new CommandError('prune: --older-than is missing, such as --older-than 90d.');
    const before = now - durationOf('--older-than', age);
    const database = await open();
    const total = await countPrunable(database, { before, now });
    const since = new Date(before).toISOString().slice(0, 10);
    if (values['dry-run']) {
      terminal.print(`${wordsOf(total)} would go: reports before ${since}.`);
      return;
    }
    const gone = await pruneData(database, { before, now }, (reports) => {
      terminal.progress(`${reports} of ${total.reports} reports`);
    });
    terminal.progress('');
    terminal.print(`${wordsOf(gone)} are gone: reports before ${since}.`);
  },
});

function wordsOf({ reports, records, tokens }: Awaited<ReturnType<typeof countPrunable>>): string {
  return `${reports} reports, ${records + tokens} ended sessions and tokens`;
}
