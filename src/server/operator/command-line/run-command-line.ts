/** Runs a command of the operator, from its arguments to an exit code. */
import { Command, CommanderError } from '@commander-js/extra-typings';
import { addAccountPasswordCommand } from '../commands/account-password.ts';
import { addBackupCommand } from '../commands/database/backup.ts';
import { addCheckCommand } from '../commands/database/check.ts';
import { addCopyCommand } from '../commands/database/copy.ts';
import { addEquipmentCommands } from '../commands/equipment.ts';
import { addExportCommand } from '../commands/export.ts';
import { addImportCommand } from '../commands/import.ts';
import { addKeysCommand } from '../commands/keys.ts';
import { addMoveClientCommand } from '../commands/database/move-client.ts';
import { addPruneCommand } from '../commands/database/prune.ts';
import { addRecordBackupCommand } from '../commands/database/record-backup.ts';
import { addRestoreCommand } from '../commands/database/restore.ts';
import { createCommandContext } from './command-context.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const helpFooter = `
Rooms, devices, people and rights are managed in the browser. The commands work beside a running server, on its data: with DATABASE_URL on that database, otherwise on the
file in DATA_DIR.
Results go to stdout. Remarks and progress go to stderr. With \`npm run --silent\`, npm itself prints nothing.
Exit codes: 0 done, 1 failed or a problem was found, 2 wrong arguments.`;

/** Runs a command and returns its exit code. `variables`: the settings. Default: the environment. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  variables?: Readonly<Record<string, string>>,
): Promise<number> {
  const program = new Command('room-status')
    .usage('<command>')
    .description('Operates a Room Status server from a terminal. Usage with npm: npm run room-status -- <command>')
    .option('--demo', "use the demo's data")
    .option('--no-demo', "use the home's data (default)")
    .configureHelp({ showGlobalOptions: true, helpWidth: 110 })
    .addHelpText('after', helpFooter)
    .showHelpAfterError('(--help shows the usage)')
    .configureOutput({
      writeOut: terminal.print,
      writeErr: (text) => terminal.remark(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, '')),
    })
    .exitOverride();
  const context = createCommandContext({ terminal, variables, isDemo: () => program.opts().demo === true });
  const addCommands = [
    addImportCommand,
    addExportCommand,
    addEquipmentCommands,
    addAccountPasswordCommand,
    addKeysCommand,
    addBackupCommand,
    addRecordBackupCommand,
    addRestoreCommand,
    addCopyCommand,
    addMoveClientCommand,
    addPruneCommand,
    addCheckCommand,
  ];
  for (const add of addCommands) add(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return context.exitCode();
  } catch (error) {
    terminal.progress('');
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.remark(context.explain(error));
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await context.close();
  }
}
