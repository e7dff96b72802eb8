import { restoreSqlite } from '../../database/maintenance/restore-sqlite.ts';
import { verifyBackup } from '../../database/maintenance/verify-backup.ts';
import { CommandError, type Context, defineCommand, FailedError } from '../command-line/command.ts';
import { describeContent, embeddedFileOf } from './backup.ts';

export const restore = defineCommand({
  name: 'restore',
  usage: 'FILE [--yes]',
  summary: 'Replaces the embedded database with a backup. Stop the server first.',
  details: `  FILE   a file that \`backup\` wrote
  --yes  do not ask

The backup is verified before anything changes. The command refuses while a server runs on the data. The
previous database is kept under another name in the same folder.
Works on a home's data; on the demo's data only with --demo. For PostgreSQL use pg_restore, see docs/operating.md.`,
  on: 'home',
  options: { yes: { type: 'boolean', default: false } },
  most: 1,
  run: async ({ positionals: [file], values: { yes } }, { now, place, terminal }) => {
    if (file === undefined) throw new CommandError('restore: the FILE is missing.');
    const to = embeddedFileOf(place);
    const content = verifyBackup(file);
    if (!yes) await confirm(`${file}: ${describeContent(content)}.`, to, terminal);
    const suffix = new Date(now).toISOString().replaceAll(/[:.-]/g, '');
    const previous = await restoreSqlite({ from: file, to, suffix });
    terminal.print(`${file} was restored to ${to}.`);
    if (previous !== undefined) terminal.print(`The previous database is kept at ${previous}.`);
  },
});

async function confirm(content: string, to: string, terminal: Context['terminal']): Promise<void> {
  if (!terminal.isInteractive) throw new CommandError('restore: this is not a terminal that can ask; add --yes.');
  terminal.remark(content);
  const answer = await terminal.ask(`Replace ${to} with it? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new FailedError('Nothing was changed.');
}
