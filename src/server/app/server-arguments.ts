/** The command-line arguments of the server: `npm start -- --no-demo`. */
import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';

const maxSpeed = 1_000;

/** Adds invalid arguments to `problems`. For `--help` it prints the help and throws a CommanderError with exit code 0. */
export function readServerArguments(args: readonly string[], problems: string[]) {
  const command = new Command('npm start --')
    .description('Starts the Room Status server. The README lists its environment variables.')
    .option('--demo', 'start with the demo home (the default without DATABASE_URL and OIDC_ISSUER)')
    .option('--no-demo', 'start with a home of your own')
    .option('--speed <factor>', `how fast time passes in the demo, up to ${maxSpeed}`, parseSpeed, 1)
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  try {
    return command.parse(args, { from: 'user' }).opts();
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    problems.push(error.message.replace(/^error: /, ''));
    return { demo: undefined, speed: 1 };
  }
}

function parseSpeed(text: string): number {
  const speed = Number(text);
  if (speed > 0 && speed <= maxSpeed) return speed;
  throw new InvalidArgumentError(`Use a number above 0, at most ${maxSpeed}.`);
}
