/** Command-line options of the programs behind `npm run`. A wrong option ends in one sentence, not in a stack. */

/**
 * Prints the help and exits when `--help` is given.
 * @param parse calls `parseArgs` of `node:util`, which throws on an unknown option
 */
export function readOptions<T>(help: string, parse: () => { readonly values: T }): T {
  if (process.argv.includes('--help')) {
    console.log(help);
    process.exit(0);
  }
  try {
    return parse().values;
  } catch (error) {
    return refuseOptions(error instanceof Error ? (/^[^.]*/.exec(error.message)?.[0] ?? '') : String(error));
  }
}

/** Exits with one sentence: the problem, and where the options are listed. */
export function refuseOptions(problem: string): never {
  console.error(`${problem}. Run the command with -- --help for its options.`);
  return process.exit(1);
}
