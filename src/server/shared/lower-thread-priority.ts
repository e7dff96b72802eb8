/** Lets the other threads of the process use the processor first. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of the calling thread. Linux gives each thread a priority of its own (setpriority(2), under "C
 * library/kernel differences"); on other systems nothing happens. The thread still gets whatever nobody else uses.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread works at the priority of the process.
  }
}
