import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { toAuditRow } from '../../../audit/record-audit.ts';
import { restoreSqlite } from '../../../maintenance/restore-sqlite.ts';
import { verifyBackup } from '../../../maintenance/verify-backup.ts';
import { OperatorError } from '../../../shared/operator-error.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import type { Terminal } from '../../command-line/terminal.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { describeBackup, requireDatabaseFile } from './backup.ts';

const help = `
The backup is verified before anything changes. The command refuses while a server runs on the data. The
previous database is kept under another name in the same folder, and its events of the audit log stay. After the
restore of a backup that was made in the browser everybody logs in again. For PostgreSQL use pg_restore, see docs/operating.md.`;

export function addRestoreCommand(program: CommandUnknownOpts, context: CommandContext): void {
  const { config, now, terminal, source } = context;
  program
    .command('restore')
    .description('Replace the embedded database with a backup. Stop the server first.')
    .argument('<file>', 'a file that `backup` wrote')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(async (file, { yes }) => {
      const chosen = config();
      const to = requireDatabaseFile(chosen);
      const content = verifyBackup(file);
      if (yes !== true) await confirm(`${file}: ${describeBackup(content)}.`, to, terminal);
      const suffix = new Date(now).toISOString().replaceAll(/[:.-]/g, '');
      const event = toAuditRow({ ...source, action: 'data.restore', clientUUID: null, after: { file } });
      const { previous, keptEvents } = await restoreSqlite({ from: file, to, suffix, event });
      terminal.print(`${file} was restored to ${to}.`);
      if (previous !== undefined) terminal.print(`The previous database is kept at ${previous}.`);
      if (keptEvents === undefined)
        terminal.remark('Events of the audit log that the backup does not have are only there.');
    });
}

async function confirm(content: string, to: string, terminal: Terminal): Promise<void> {
  if (!terminal.isInteractive) throw new UsageError('restore: without a terminal nobody can confirm; add --yes.');
  terminal.remark(content);
  const answer = await terminal.ask(`Replace ${to} with this backup? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.');
}
