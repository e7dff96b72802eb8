/** Prints the progress of a script and sets its exit code. */
import { listenForStop, stopSignal } from './stop.mjs';

/** The exit code that a shell reports, by convention, for a program that Ctrl-C ended. */
const interruptedExitCode = 130;

/** A problem that the user can solve. Its message is one sentence, printed without a stack trace. */
export class SetupError extends Error {}

/**
 * Prints one line before and one after a slow step.
 * @param {string} doing @param {string} done @param {() => Promise<void>} work
 */
export async function step(doing, done, work) {
  const start = performance.now();
  console.log(`${doing} ...`);
  await work();
  console.log(`${done} (${secondsSince(start)})`);
}

/** @param {number} start a time of `performance.now()` */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * Runs the work of a script and sets the exit code. After an error the exit code is 1.
 * @param {() => Promise<number>} work resolves to the exit code
 */
export async function runScript(work) {
  listenForStop();
  try {
    process.exitCode = await work();
  } catch (error) {
    process.exitCode = stopSignal.aborted ? interruptedExitCode : 1;
    if (!stopSignal.aborted) console.error(error instanceof SetupError ? error.message : error);
  }
}
