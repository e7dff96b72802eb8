/** The command-line arguments of the server: `npm start -- --no-demo`. */
import { Command, CommanderError } from '@commander-js/extra-typings';

/**
 * Reads the arguments. Adds invalid ones to `problems`. For `--help` it prints the help and throws a CommanderError
 * with exit code 0.
 */
export function readServerArguments(args: readonly string[], problems: string[]) {
  const command = new Command('npm start --')
    .description('Starts the Room Status server. The README lists its environment variables.')
    .option('--demo', 'start with the demo home (the default without DATABASE_URL and OIDC_ISSUER)')
    .option('--no-demo', 'start with a home of your own')
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  try {
    return command.parse(args, { from: 'user' }).opts();
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    problems.push(error.message.replace(/^error: /, ''));
    return { demo: undefined };
  }
}
