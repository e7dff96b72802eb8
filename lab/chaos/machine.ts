/** Parts of the machine that a fault can break: a disk that can be filled, and a clock that can be stepped. */
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { findFakeTime } from '../../scripts/services/find-programs.mjs';

/** Mounts a small file system. Returns a function that unmounts it; the end of this process also unmounts it. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<() => void> {
  if (process.getuid?.() !== 0) {
    throw new Error('A disk that can be filled needs root: run this as root, or select other faults with --only.');
  }
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['--lazy', folder]);
  };
  process.once('exit', unmount);
  return unmount;
}

/** Returns variables of a process whose wall clock follows the file (libfaketime); its monotonic clock does not. */
export function fakeClockSettings(file: string): Readonly<Record<string, string>> {
  const library = findFakeTime();
  if (library === undefined) throw new Error('libfaketime is not installed');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  };
}
