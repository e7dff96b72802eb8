import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { minPasswordLength } from '../../../contract/fields.ts';
import { findAccountByName, listAccounts } from '../../people/accounts/accounts.ts';
import { setPassword } from '../../people/accounts/change-account.ts';
import { hashPassword } from '../../people/accounts/password-hash.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { assertEmbeddedProvider, type CommandContext } from '../command-line/command-context.ts';
import type { Terminal } from '../command-line/terminal.ts';

const help = `
The way back in for an administrator who has lost the password. Other people get a link in Manage > People.
The command asks for the password on the terminal, or reads it from stdin. It needs at least ${minPasswordLength} characters.
Boards that are open with this account are signed out within seconds.`;

export function addAccountPasswordCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('account')
    .description('Set the password of an account of the embedded identity provider.')
    .command('password')
    .description('Change the password of an account and end its sessions.')
    .argument('<username>')
    .addHelpText('after', help)
    .action((username) => changePassword(username, context));
}

async function changePassword(username: string, context: CommandContext): Promise<void> {
  assertEmbeddedProvider(context);
  const database = await context.open();
  const account = await findAccountByName(database, username);
  if (account === undefined) {
    const names = (await listAccounts(database)).map((one) => one.username);
    throw new OperatorError(`There is no account "${username}". Accounts: ${names.join(', ') || 'none'}.`);
  }
  const passwordHash = await hashPassword(await askNewPassword(context.terminal));
  await setPassword(database, account, { passwordHash }, context.source);
  context.terminal.print(`Changed the password of account "${account.username}".`);
}

/** Asks for a new password. On a terminal it asks twice, because typing errors are not visible there. */
async function askNewPassword(terminal: Terminal): Promise<string> {
  const password = await terminal.askSecret('New password: ');
  if (Array.from(password).length < minPasswordLength) {
    throw new OperatorError(`The password must have at least ${minPasswordLength} characters.`);
  }
  if (terminal.isInteractive && (await terminal.askSecret('Repeat the password: ')) !== password) {
    throw new OperatorError('The two passwords differ.');
  }
  return password;
}
