/** The clock of a server process that can be put forward and back while it runs; its steady clock is left alone. */
import { writeFile } from 'node:fs/promises';
import { findFakeTime } from '../../../scripts/services/find-programs.mjs';

/** Environment variables for a process that follows the file. */
export function clockSettings(file: string): Readonly<Record<string, string>> {
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

export async function stepClock(file: string, seconds: number): Promise<void> {
  await writeFile(file, seconds < 0 ? String(seconds) : `+${seconds}`);
}
