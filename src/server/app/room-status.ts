/** Starts the operator's command line: `npm run room-status -- <command>`. */
import { runCommandLine } from './command-line/run-command-line.ts';
import { createTerminal } from './command-line/terminal.ts';

// A reader such as `head` closes the pipe early. That is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), createTerminal());
