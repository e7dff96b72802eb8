/** A file system that is small enough to be filled. Only root can mount one. */
import { execFile, execFileSync } from 'node:child_process';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Mounts a small file system at the folder. The returned function unmounts it, and so does the end of this process. */
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

/** Writes until the disk is full, including a part of the last block. */
export async function fillDisk(folder: string): Promise<void> {
  try {
    for (;;) await appendFile(join(folder, fillerName), block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

export async function freeDisk(folder: string): Promise<void> {
  await rm(join(folder, fillerName), { force: true });
}
