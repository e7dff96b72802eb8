import { existsSync } from 'node:fs';
import { backUpSqlite } from '../../database/maintenance/backup-sqlite.ts';
import type { BackupContent } from '../../database/maintenance/verify-backup.ts';
import { CommandError, type DatabaseLocation, defineCommand, FailedError } from '../command-line/command.ts';

export const backup = defineCommand({
  name: 'backup',
  usage: 'FILE',
  summary: 'Copies the embedded database to a file while the server runs, and verifies the copy.',
  details: `  FILE  must not exist yet; it appears only when the backup is complete

The backup contains every report that was accepted before it began. The copy is reopened and its rows are
counted before it gets its name. It contains password hashes, keys and the signing keys: keep it as safe as
the data. For PostgreSQL use pg_dump, see docs/operating.md.`,
  options: {},
  most: 1,
  run: async ({ positionals: [file] }, { open, place, terminal }) => {
    if (file === undefined) throw new CommandError('backup: the FILE is missing.');
    const from = embeddedFileOf(place);
    if (existsSync(file)) throw new FailedError(`${file} already exists: choose another name.`);
    await open();
    const content = await backUpSqlite(from, file, (share) => terminal.progress(`${Math.floor(share * 100)} % copied`));
    terminal.progress('');
    terminal.print(`${file} is a verified backup of ${from}: ${describeContent(content)}.`);
  },
});

/** Throws FailedError for PostgreSQL, which has its own tools. */
export function embeddedFileOf(place: DatabaseLocation): string {
  if (place.kind === 'sqlite') return place.file;
  throw new FailedError('PostgreSQL is backed up with pg_dump and restored with pg_restore: see docs/operating.md.');
}

export function describeContent({ rowCounts, schemaVersion }: BackupContent): string {
  return `${rowCounts['stream'] ?? 0} rooms, ${rowCounts['report'] ?? 0} reports, ${rowCounts['device_key'] ?? 0} keys, schema version ${schemaVersion}`;
}
