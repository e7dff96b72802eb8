/** Atomic file writing: write a temporary file, sync it to disk, then rename it. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessageOf } from '../shared/error-message.ts';
import { OperatorError } from '../shared/operator-error.ts';

interface AtomicFileOptions<T> {
  readonly to: string;
  /** The temporary file, in the same folder as `to`. It is removed when anything fails. */
  readonly temporary: string;
  /** Writes the temporary file and verifies it. */
  readonly write: () => Promise<T>;
  /** Runs after the sync, right before the rename. */
  readonly beforeRename?: () => Promise<void>;
  /** Begins the error message, for example "The backup failed". */
  readonly failure: string;
}

/** Creates `to` with its complete content or not at all. Throws OperatorError. */
export async function writeFileAtomically<T>(options: AtomicFileOptions<T>): Promise<T> {
  const { to, temporary, write, beforeRename, failure } = options;
  try {
    await createPrivateFile(temporary);
    const written = await write();
    await sync(temporary);
    await beforeRename?.();
    await rename(temporary, to);
    // A rename is durable only after its folder is synced.
    await sync(dirname(to));
    return written;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error instanceof OperatorError ? error : new OperatorError(`${failure}: ${errorMessageOf(error)}`, error);
  }
}

/** Only the owner may read the file, because it will contain password hashes and signing keys. */
async function createPrivateFile(file: string): Promise<void> {
  await rm(file, { force: true });
  await (await open(file, 'wx', 0o600)).close();
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
