/** A file system of its own, small enough to be filled up. Needs root; where it cannot be had, it is said. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Mounted at the folder; what is returned unmounts it, and so does the end of this process. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<() => void> {
  if (process.getuid?.() !== 0) {
    throw new Error('A disk that can be filled up needs root: run this as root, or choose others with --only.');
  }
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['--lazy', folder]);
  };
  process.once('exit', unmount);
  return unmount;
}

const filler = 'filler';
const block = Buffer.alloc(64 * 1024, 1);

/** Writes until nothing more fits. */
export async function fillDisk(folder: string): Promise<void> {
  const file = await open(join(folder, filler), 'a');
  try {
    let size = block.length;
    while (size >= 512) size = (await fits(() => file.write(block, 0, size))) ? size : size / 2;
  } finally {
    await file.close();
  }
}

export async function freeDisk(folder: string): Promise<void> {
  await rm(join(folder, filler), { force: true });
}

async function fits(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
