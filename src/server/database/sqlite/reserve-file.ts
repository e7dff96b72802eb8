/**
 * A file beside the database that occupies disk space. When the disk is full it is deleted, so that sign-ins, a start
 * and `prune` have the space that they need.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

const mebibyte = 1024 ** 2;
const reserveBytes = 16 * mebibyte;
/** The disk counts as full when less space than this is free beside the reserve. */
export const minWritableBytes = 8 * mebibyte;
/**
 * The disk counts as full when less space than this is free and there is no reserve. The space above `minWritableBytes`
 * is used to create the reserve.
 */
const minBytesWithoutReserve = 2 * reserveBytes;
/** The WAL of SQLite can grow to this size. */
const walBytes = 4 * mebibyte;

const reserveFileOf = (file: string) => `${file}.reserve`;

/** The free disk space that this user may use, in bytes. */
export function readFreeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/** The space for new rows: unused pages in the file, for example after `prune`, and free space of the disk. */
export async function countWritableBytes({ query }: Pick<Database, 'query'>, freeBytes: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(query);
  return freeBytes + (rows[0]?.bytes ?? 0);
}

/** Whether the disk counts as full. `writable`: the result of `countWritableBytes`. */
export function isSpaceLow(file: string, writable: number): boolean {
  return writable < (existsSync(reserveFileOf(file)) ? minWritableBytes : minBytesWithoutReserve);
}

/** Deletes the reserve. */
export function deleteReserve(file: string): void {
  rmSync(reserveFileOf(file), { force: true });
}

/** Creates the reserve if it is missing, smaller on a disk with little space. */
export function createReserve(file: string, freeBytes: number): void {
  const path = reserveFileOf(file);
  const blocks = Math.floor(Math.min(reserveBytes, freeBytes - walBytes) / mebibyte);
  if (existsSync(path) || blocks < 1) return;
  // The block has random bytes, because some file systems store zeros without using space.
  const block = randomBytes(mebibyte);
  try {
    const handle = openSync(path, 'wx', 0o600);
    try {
      for (let index = 0; index < blocks; index += 1) writeSync(handle, block);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The write failed, because another program has used the space in the meantime.
    deleteReserve(file);
  }
}
