import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { minPasswordLength, Username } from '../../../contract/manage/fields.ts';
import { findAccountByName, listAccounts } from '../../identity-provider/accounts/accounts.ts';
import { ensureAccount } from '../../identity-provider/accounts/add-account.ts';
import {
  disableAccount,
  enableAccount,
  removeAccount,
  resetPassword,
} from '../../identity-provider/accounts/change-account.ts';
import { hashPassword } from '../../identity-provider/accounts/password-hash.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { assertEmbeddedProvider } from '../command-line/assert-embedded-provider.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { formatTable } from '../command-line/format-table.ts';
import { parseName } from '../command-line/parse-name.ts';
import type { Terminal } from '../command-line/terminal.ts';

const passwordHelp = `
The command asks for the password on the terminal, or reads it from stdin. It needs at least ${minPasswordLength} characters.`;
const sessionHelp = '\nBoards that are open with this account are signed out within seconds.';

export function addAccountCommands(program: CommandUnknownOpts, context: CommandContext): void {
  const account = program.command('account').description('Manage the accounts of the embedded identity provider.');
  account.hook('preAction', () => assertEmbeddedProvider(context));

  account
    .command('add')
    .description('Create an account.')
    .argument('<username>', 'without spaces', parseUsername)
    .option('--name <name>', 'the name that people see; default: the username', parseName)
    .option('--email <email>')
    .option('--group <group>', 'a group with rights (see `group grant`); repeatable', collect, [])
    .addHelpText('after', passwordHelp)
    .action((username, options) => addAccount(username, options, context));

  account
    .command('list')
    .description('List the accounts.')
    .action(async () => {
      const accounts = await listAccounts(await context.open());
      const rows = accounts.map((one) => [one.username, one.displayName, one.email, one.state, one.groups.join(', ')]);
      const columns = ['username', 'name', 'email', 'state', 'groups'];
      context.terminal.print(formatTable(columns, rows, 'There is no account.'));
    });

  account
    .command('password')
    .description('Change the password of an account and end its sessions.')
    .argument('<username>')
    .addHelpText('after', passwordHelp + sessionHelp)
    .action(async (username) => {
      const { database, found } = await findAccount(username, context);
      const passwordHash = await hashPassword(await askNewPassword(context.terminal));
      await resetPassword(database, found, passwordHash, context.source);
      context.terminal.print(`Changed the password of account "${found.username}".`);
    });

  const addChange = (name: string, description: string, change: typeof removeAccount, done: string) =>
    account
      .command(name)
      .description(description)
      .argument('<username>')
      .addHelpText('after', name === 'enable' ? '' : sessionHelp)
      .action(async (username) => {
        const { database, found } = await findAccount(username, context);
        await change(database, found, context.source);
        context.terminal.print(`${done} account "${found.username}".`);
      });
  addChange('disable', 'End the sessions of an account, and refuse new ones.', disableAccount, 'Disabled');
  addChange('enable', 'Let the person of a disabled account sign in again.', enableAccount, 'Enabled');
  addChange('remove', 'Remove an account and end its sessions.', removeAccount, 'Removed');
}

interface NewAccount {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly group: readonly string[];
}

async function addAccount(username: string, options: NewAccount, context: CommandContext): Promise<void> {
  const database = await context.open();
  if ((await findAccountByName(database, username)) !== undefined) {
    throw new OperatorError(`There is an account "${username}" already.`);
  }
  const { name = username, email = `${username}@localhost`, group: groups } = options;
  const password = await askNewPassword(context.terminal);
  const wanted = { username, displayName: name, email, groups, password };
  const account = await ensureAccount(database, wanted, context.source);
  context.terminal.print(`Created account "${account.username}".`);
  if (groups.length === 0) context.terminal.remark('The account is in no group, so it sees nothing: see --group.');
  const groupsWithRights = new Set((await readGroupRights(database)).map(({ group }) => group));
  for (const group of groups.filter((one) => !groupsWithRights.has(one))) {
    context.terminal.remark(`The group ${group} has no rights yet: see \`group grant\`.`);
  }
}

function parseUsername(text: string): string {
  if (Username.safeParse(text).success) return text;
  throw new InvalidArgumentError('Use at most 100 characters without spaces, slashes and invisible characters.');
}

function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

async function findAccount(username: string, context: CommandContext) {
  const database = await context.open();
  const found = await findAccountByName(database, username);
  if (found === undefined) throw new OperatorError(`There is no account "${username}".`);
  return { database, found };
}

/** Asks for a password. On a terminal it asks twice, because typing errors are invisible there. */
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
