/** Reads the options of the programs behind `npm run`. A wrong option is answered with one sentence, without a stack trace. */

/**
 * Returns the options. With `--help` it prints the help and exits.
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

/** Prints the problem and how to list the options, then exits with code 1. */
export function refuseOptions(problem: string): never {
  console.error(`${problem}. Run the command with -- --help for its options.`);
  return process.exit(1);
}
