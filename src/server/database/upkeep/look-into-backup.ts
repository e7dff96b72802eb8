/** Reopens a file that is to be a backup and looks whether it holds what it should. */
import { stat } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import * as z from 'zod/mini';
import { schemaVersion } from '../migrate.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { tables } from './tables.ts';

export interface BackupContent {
  readonly schemaVersion: number;
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
}

const Version = z.object({ version: z.number() });
const Count = z.object({ count: z.number() });
const Names = z.array(z.object({ name: z.string() }));

/** Throws BackupError where the file is damaged, none of ours, or of a newer build. */
export async function lookIntoBackup(file: string): Promise<BackupContent> {
  await stat(file).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read: ${reasonOf(error)}`, error);
  });
  let sqlite: Sqlite.Database | undefined;
  try {
    sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
    const outcome = sqlite.pragma('integrity_check(5)', { simple: true });
    if (outcome !== 'ok') throw new BackupError(`${file} is damaged: ${String(outcome)}`);
    return contentOf(sqlite, file);
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(`${file} is no backup: ${reasonOf(error)}`, error);
  } finally {
    sqlite?.close();
  }
}

/** As `sqlite` sees it now. */
export function contentOf(sqlite: Sqlite.Database, file: string): BackupContent {
  const found = new Set(
    Names.parse(sqlite.prepare("select name from sqlite_master where type = 'table'").all()).map(({ name }) => name),
  );
  if (!found.has('schema_version') || !found.has('stream')) {
    throw new BackupError(`${file} holds no data of Room Status.`);
  }
  const { version } = Version.parse(sqlite.prepare('select max(version) as version from schema_version').get());
  if (version > schemaVersion) {
    throw new BackupError(
      `${file} is of schema version ${version}, and this build knows only version ${schemaVersion}: use the newer build.`,
    );
  }
  const counts = Object.fromEntries(
    tables
      .filter((table) => found.has(table))
      .map((table) => [table, Count.parse(sqlite.prepare(`select count(*) as count from "${table}"`).get()).count]),
  );
  return { schemaVersion: version, counts };
}
