/** What was written is on the disk when these resolve: a power cut takes nothing of it. */
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The name of a file is kept by its folder. */
export function syncFolderOf(file: string): Promise<void> {
  return syncFile(dirname(file));
}
