/** A file that has its name only once it is whole, and of which nothing is left when it does not become so. */
import { open, rename, rm } from 'node:fs/promises';
import { BackupError, reasonOf } from './backup-error.ts';
import { syncFile, syncFolderOf } from './file-sync.ts';

export interface WholeFileOptions<T> {
  readonly to: string;
  /** Where it is while it is written, beside `to`. */
  readonly part: string;
  /** Writes and proves it. */
  readonly write: () => Promise<T>;
  /** The last before it gets its name: what becomes of what is at `to` now. */
  readonly makeRoom?: () => Promise<void>;
  /** What failed, for people: "The backup failed". */
  readonly failure: string;
}

/** Throws BackupError. */
export async function writeWholeFile<T>(options: WholeFileOptions<T>): Promise<T> {
  const { to, part, write, makeRoom, failure } = options;
  try {
    await makePrivateFile(part);
    const written = await write();
    await syncFile(part);
    await makeRoom?.();
    await rename(part, to);
    await syncFolderOf(to);
    return written;
  } catch (error) {
    await rm(part, { force: true });
    throw error instanceof BackupError ? error : new BackupError(`${failure}: ${reasonOf(error)}`, error);
  }
}

/** It will hold hashes of passwords and what people did at night. */
async function makePrivateFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    throw new BackupError(`${file} cannot be written: ${reasonOf(error)}`, error);
  }
}
