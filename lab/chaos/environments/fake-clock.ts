/** The wall clock of a server process, stepped with libfaketime while it runs. Its monotonic clock is not touched. */
import { writeFile } from 'node:fs/promises';
import { findFakeTime } from '../../../scripts/services/find-programs.mjs';

/** Environment variables of a process whose clock follows the file. */
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

/** @param seconds ahead of the real time, or behind it when negative */
export async function stepClock(file: string, seconds: number): Promise<void> {
  await writeFile(file, seconds < 0 ? String(seconds) : `+${seconds}`);
}
