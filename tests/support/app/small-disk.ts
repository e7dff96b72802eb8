/** Mounts a small disk that a test can fill, in a mount namespace of its own, which needs no root. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>;

/** With `--map-root-user` an ordinary user may mount within a user namespace. */
const unshare = ['--user', '--mount', '--map-root-user'];

/** Returns why this machine cannot mount a small disk. Undefined if it can. */
export function whyNoSmallDisk(): string | undefined {
  try {
    execFileSync('unshare', [...unshare, 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `user namespaces are not allowed: ${String(error)}`;
  }
}

export async function mountSmallDisk(mebibytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-small-disk-'));
  const script = `mount -t tmpfs -o size=${mebibytes}m tmpfs ${folder} && echo ready && exec cat`;
  // `cat` keeps the namespace until its stdin is closed.
  const holder = spawn('unshare', [...unshare, 'sh', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve());
    holder.once('close', () => reject(new Error('the small disk could not be mounted')));
  });
  return {
    /** The path of the disk for programs that `launcher` starts. */
    folder,
    /** The same folder for file operations of the test process. SQLite cannot use this path. */
    outside: `/proc/${holder.pid}/root${folder}`,
    /** The command line that runs a program in the namespace. The program and its arguments are appended. */
    launcher: ['nsenter', `--target=${holder.pid}`, '--user', '--mount', '--preserve-credentials', '--'],
    unmount: async () => {
      const closed = new Promise((resolve) => holder.once('close', resolve));
      holder.stdin.end();
      await closed;
      rmSync(folder, { recursive: true });
    },
  };
}

const fillerName = 'filler';

/**
 * Fills the free space of the disk with one write. NOTE: a file that grows until the disk is full would also take
 * the reserve that the server releases meanwhile.
 */
export async function fillDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  try {
    await appendFile(join(folder, fillerName), Buffer.alloc(bavail * bsize, 1));
  } catch (error) {
    // The server has used some of the space meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

export async function freeDisk(folder: string): Promise<void> {
  await rm(join(folder, fillerName), { force: true });
}
