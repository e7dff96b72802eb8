import { existsSync } from 'node:fs';
import { backUpPostgres } from '../../database/upkeep/backup-postgres.ts';
import { backUpSqlite } from '../../database/upkeep/backup-sqlite.ts';
import type { BackupContent } from '../../database/upkeep/look-into-backup.ts';
import { describeDatabase } from '../adapters.ts';
import { environmentOfTools } from '../config-tools.ts';
import { CommandError, defineCommand, FailedError } from '../command-line/command.ts';
import { stoppable } from '../command-line/stoppable.ts';

export const backup = defineCommand({
  name: 'backup',
  usage: 'FILE',
  summary: 'Copies all data to a file while the server runs, and looks the copy through.',
  details: `  FILE  must not be there yet; it is there only once it is whole

All that was accepted before the backup began is in it. The embedded database is copied to a database file,
PostgreSQL by pg_dump to its custom format. The copy is reopened and its rows are counted before it gets its
name; stopped by Ctrl-C it leaves nothing behind. It holds hashes of passwords and keys, and the signing
keys: keep it as safe as the data.`,
  options: {},
  most: 1,
  run: async ({ positionals: [file] }, context) => {
    const { config, place, terminal } = context;
    if (file === undefined) throw new CommandError('backup: the FILE is missing.');
    if (existsSync(file)) throw new FailedError(`${file} is there already: give another name.`);
    const database = await context.open();
    const content = await stoppable((signal) => {
      if (place.kind === 'sqlite') {
        const progress = (part: number) => terminal.progress(`${Math.floor(part * 100)} % copied`);
        return backUpSqlite(place.file, file, { progress, signal });
      }
      const { progress } = terminal;
      return backUpPostgres(database, { url: place.url, to: file, tools: environmentOfTools() }, { progress, signal });
    });
    terminal.progress('');
    terminal.print(`${file} is a verified backup of ${describeDatabase(config)}: ${describeContent(content)}.`);
  },
});

export function describeContent({ counts, schemaVersion }: BackupContent): string {
  return `${counts['stream'] ?? 0} rooms, ${counts['report'] ?? 0} reports, ${counts['device_key'] ?? 0} keys, schema version ${schemaVersion}`;
}
