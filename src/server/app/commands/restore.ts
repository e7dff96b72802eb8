import { lookIntoDump, restorePostgres } from '../../database/upkeep/restore-postgres.ts';
import { lookIntoBackup } from '../../database/upkeep/look-into-backup.ts';
import { restoreSqlite } from '../../database/upkeep/restore-sqlite.ts';
import { describeDatabase } from '../adapters.ts';
import { environmentOfTools } from '../config-tools.ts';
import { CommandError, type Context, defineCommand, FailedError } from '../command-line/command.ts';
import { stoppable } from '../command-line/stoppable.ts';
import { describeContent } from './backup.ts';

export const restore = defineCommand({
  name: 'restore',
  usage: 'FILE [--yes]',
  summary: 'Puts a backup in the place of the data, which are kept aside. Stop the server first.',
  details: `  FILE   as \`backup\` made it
  --yes  without asking

The backup is looked through before anything changes. While a server runs on the data nothing is done; with
PostgreSQL, while anybody else is connected to the database. What was there is kept: the embedded database
under another name in the same folder, PostgreSQL's tables in another schema of the same database.
Works on a home's data; on the demo's only with --demo.`,
  on: 'home',
  options: { yes: { type: 'boolean', default: false } },
  most: 1,
  run: async ({ positionals: [file], values: { yes } }, context) => {
    const { place, terminal } = context;
    if (file === undefined) throw new CommandError('restore: the FILE is missing.');
    const stamp = new Date(context.now).toISOString().replaceAll(/[:.-]/g, '');
    if (place.kind === 'sqlite') {
      const content = await lookIntoBackup(file);
      await confirm(`${file}: ${describeContent(content)}.`, yes, context);
      const aside = await stoppable((signal) =>
        restoreSqlite({ from: file, to: place.file, expected: content, stamp, signal }),
      );
      terminal.print(`${file} is in place at ${place.file}.`);
      if (aside !== undefined) terminal.print(`What was there is kept at ${aside}.`);
      return;
    }
    const tools = environmentOfTools();
    const counts = await lookIntoDump(file, tools);
    await confirm(`${file}: ${counts['stream'] ?? 0} rooms, ${counts['report'] ?? 0} reports.`, yes, context);
    const database = await context.openAnySchema();
    const aside = await stoppable((signal) =>
      restorePostgres({ database, url: place.url, file, counts, stamp, tools, signal }),
    );
    terminal.print(`${file} is in place in ${describeDatabase(context.config)}.`);
    if (aside !== undefined) {
      terminal.print(`What was there is kept in its schema ${aside}; drop schema ${aside} cascade removes it.`);
    }
  },
});

async function confirm(content: string, yes: boolean, { config, terminal }: Context): Promise<void> {
  if (yes) return;
  if (!terminal.isInteractive) throw new CommandError('restore: nobody can be asked here; say --yes.');
  terminal.remark(content);
  const answer = await terminal.ask(`Put it in the place of ${describeDatabase(config)}? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new FailedError('Nothing was changed.');
}
