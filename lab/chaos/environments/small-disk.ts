/** A file system small enough to be filled. Needs root. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Mounts it at the folder. The returned function unmounts it, and so does the end of this process. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<() => void> {
  if (process.getuid?.() !== 0) {
    throw new Error('A disk that can be filled needs root: run this as root, or select other faults with --only.');
  }
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['--lazy', folder]);
  };
  process.once('exit', unmount);
  return unmount;
}

const fillerName = 'filler';
const block = Buffer.alloc(64 * 1024, 1);
const minBlockBytes = 512;

/** Writes smaller and smaller blocks until none fits. */
export async function fillDisk(folder: string): Promise<void> {
  const file = await open(join(folder, fillerName), 'a');
  try {
    let size = block.length;
    while (size >= minBlockBytes) size = (await canWrite(() => file.write(block, 0, size))) ? size : size / 2;
  } finally {
    await file.close();
  }
}

export async function freeDisk(folder: string): Promise<void> {
  await rm(join(folder, fillerName), { force: true });
}

async function canWrite(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
