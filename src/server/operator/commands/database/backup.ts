import { existsSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { recordAudit } from '../../../audit/record-audit.ts';
import { backUpSqlite } from '../../../maintenance/backup-sqlite.ts';
import type { BackupContent } from '../../../maintenance/verify-backup.ts';
import { OperatorError } from '../../../shared/operator-error.ts';
import { sqliteFileOf } from '../../../app/adapters.ts';
import type { Config } from '../../../app/config.ts';
import type { CommandContext } from '../../command-line/command-context.ts';

const help = `
The backup contains every report that was accepted before it began. The copy is checked and its rows are
counted before it gets its name. It contains password hashes, keys, sessions and the signing keys: keep it as safe as
the data. For PostgreSQL use pg_dump, see docs/operating.md.`;

export function addBackupCommand(
  program: CommandUnknownOpts,
  { config, open, terminal, source }: CommandContext,
): void {
  program
    .command('backup')
    .description('Copy the embedded database to a file while the server runs, and verify the copy.')
    .argument('<file>', 'must not exist yet; it appears only when the backup is complete')
    .addHelpText('after', help)
    .action(async (file) => {
      const from = requireDatabaseFile(config());
      if (existsSync(file)) throw new OperatorError(`${file} already exists: choose another name.`);
      const { query } = await open();
      await recordAudit(query, { ...source, action: 'data.backup', clientUUID: null, after: { file } });
      const content = await backUpSqlite({
        from,
        to: file,
        hasSecrets: true,
        onProgress: (share) => terminal.progress(`${Math.floor(share * 100)} % copied`),
      });
      terminal.progress('');
      const counts = { rooms: content.rowCounts['stream'] ?? 0, reports: content.rowCounts['report'] ?? 0 };
      await recordAudit(query, {
        ...source,
        action: 'data.backup-complete',
        clientUUID: null,
        after: { file, ...counts },
      });
      terminal.print(`${file} is a verified backup of ${from}: ${describeBackup(content)}.`);
    });
}

/** The file of the embedded database. Throws OperatorError for PostgreSQL, which has its own backup tools. */
export function requireDatabaseFile(config: Config): string {
  const file = sqliteFileOf(config);
  if (file !== undefined) return file;
  throw new OperatorError('PostgreSQL is backed up with pg_dump and restored with pg_restore: see docs/operating.md.');
}

export function describeBackup({ rowCounts, schemaVersion }: BackupContent): string {
  return `${rowCounts['stream'] ?? 0} rooms, ${rowCounts['report'] ?? 0} reports, ${rowCounts['device_key'] ?? 0} keys, schema version ${schemaVersion}`;
}
