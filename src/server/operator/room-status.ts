/** Starts the operator's command line: `npm run room-status -- <command>`. */
import { isNodeSupported } from '../app/node-version.ts';

// Ignores EPIPE: a program such as `head` may close the pipe before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// NOTE: nothing else may be imported above. An old Node fails while it loads the other files.
if (isNodeSupported()) {
  const { runCommandLine } = await import('./command-line/run-command-line.ts');
  const { createTerminal } = await import('./command-line/terminal.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2), createTerminal());
}
