import { closeSync, openSync, writeSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import * as z from 'zod/mini';

const Page = z.object({ rootpage: z.number(), size: z.number() });

/** Overwrites the first page of a table in a SQLite file that no process has open. */
export function damageTable(file: string, table: string): void {
  const sqlite = new Sqlite(file);
  const select = 'select rootpage, page_size as size from sqlite_master, pragma_page_size where name = ?';
  const { rootpage, size } = Page.parse(sqlite.prepare(select).get(table));
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (rootpage - 1) * size);
  closeSync(handle);
}
