/** What the person at the terminal is told. */
import { stopped } from './stop.mjs';

/** Something the person can mend; its message is one sentence and is all they see. */
export class SetupError extends Error {}

/**
 * One line before and one after a step that may take a while.
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

/** By the shells' convention, the exit code of what was interrupted. */
const interrupted = 130;

/**
 * Runs a script's work; what goes wrong ends in exit code 1, a `SetupError` without a stack.
 * @param {() => Promise<number>} work gives the exit code
 */
export async function runScript(work) {
  const stop = stopped();
  try {
    process.exitCode = await work();
  } catch (error) {
    process.exitCode = stop.aborted ? interrupted : 1;
    if (!stop.aborted) console.error(error instanceof SetupError ? error.message : error);
  }
}
