/** `npm run room-status -- …`: what an operator does from a terminal, also while the server runs. */
import { runCommandLine } from './command-line/run-command-line.ts';
import { createTerminal } from './command-line/terminal.ts';
import { commands } from './commands/all-commands.ts';

// Who reads through `head` has enough after some lines: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommandLine(commands, process.argv.slice(2), createTerminal());
