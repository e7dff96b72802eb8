/** Verifies that a file is an undamaged SQLite backup of Room Status. */
import Sqlite from 'better-sqlite3';
import * as z from 'zod/mini';
import { errorMessageOf } from '../shared/error-message.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { schemaVersion } from '../database/migrations/migrate.ts';

export interface BackupContent {
  readonly schemaVersion: number;
  /** Number of rows by table. */
  readonly rowCounts: Readonly<Record<string, number>>;
}

const Version = z.object({ version: z.number() });
const Count = z.object({ count: z.number() });
const Names = z.array(z.object({ name: z.string() }));

/** Throws OperatorError when the file is damaged, is not a Room Status database, or comes from a newer build. */
export function verifyBackup(file: string): BackupContent {
  let sqlite: Sqlite.Database | undefined;
  try {
    sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
    const outcome = sqlite.pragma('integrity_check(5)', { simple: true });
    if (outcome !== 'ok') throw new OperatorError(`${file} is damaged: ${String(outcome)}`);
    return readBackupContent(sqlite, file);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} is not a readable backup: ${errorMessageOf(error)}`, error);
  } finally {
    sqlite?.close();
  }
}

/** Reads the content of an open database. `file`: its name for error messages. Throws OperatorError. */
export function readBackupContent(sqlite: Sqlite.Database, file: string): BackupContent {
  const rows = sqlite.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all();
  const tables = Names.parse(rows).map(({ name }) => name);
  if (!tables.includes('schema_version') || !tables.includes('stream')) {
    throw new OperatorError(`${file} contains no data of Room Status.`);
  }
  const { version } = Version.parse(sqlite.prepare('select max(version) as version from schema_version').get());
  if (version > schemaVersion) {
    throw new OperatorError(
      `${file} has schema version ${version}. This build supports versions up to ${schemaVersion}: use a newer build.`,
    );
  }
  const rowCounts = Object.fromEntries(
    tables.map((table) => [table, Count.parse(sqlite.prepare(`select count(*) as count from "${table}"`).get()).count]),
  );
  return { schemaVersion: version, rowCounts };
}
