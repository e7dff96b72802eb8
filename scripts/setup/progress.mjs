/** Messages on the terminal, and the exit code of a script. */
import { stopSignal } from './stop.mjs';

/** A problem that the user can solve. Its message is one sentence, shown without a stack. */
export class SetupError extends Error {}

/**
 * Prints one line before and one after a slow step.
 * @template T
 * @param {string} doing @param {string} done @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(doing, done, work) {
  const start = performance.now();
  console.log(`${doing} ...`);
  const result = await work();
  console.log(`${done} (${secondsSince(start)})`);
  return result;
}

/** @param {number} start a time of `performance.now()` */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** The exit code of an interrupted program in a shell. */
const interruptedExitCode = 130;

/**
 * Runs the work of a script. An error ends in exit code 1.
 * @param {() => Promise<number>} work resolves to the exit code
 */
export async function runScript(work) {
  const stop = stopSignal();
  try {
    process.exitCode = await work();
  } catch (error) {
    process.exitCode = stop.aborted ? interruptedExitCode : 1;
    if (!stop.aborted) console.error(error instanceof SetupError ? error.message : error);
  }
}
