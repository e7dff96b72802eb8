import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  changePassword,
  ensureAccount,
  findAccountByName,
  listAccounts,
  removeAccount,
} from '../../identity-provider/accounts/accounts.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { assertEmbeddedProvider } from '../command-line/assert-embedded-provider.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { formatTable } from '../command-line/format-table.ts';
import { parseName } from '../command-line/parse-name.ts';
import type { Terminal } from '../command-line/terminal.ts';

const minPasswordLength = 12;

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
      const rows = accounts.map((one) => [one.username, one.displayName, one.email, one.groups.join(', ')]);
      context.terminal.print(formatTable(['username', 'name', 'email', 'groups'], rows, 'There is no account.'));
    });

  account
    .command('password')
    .description('Change the password of an account and end its sessions.')
    .argument('<username>')
    .addHelpText('after', passwordHelp + sessionHelp)
    .action(async (username) => {
      const { database, found } = await findAccount(username, context);
      await changePassword(database, found, await askNewPassword(context.terminal));
      context.terminal.print(`Changed the password of account "${found.username}".`);
    });

  account
    .command('remove')
    .description('Remove an account and end its sessions.')
    .argument('<username>')
    .addHelpText('after', sessionHelp)
    .action(async (username) => {
      const { database, found } = await findAccount(username, context);
      await removeAccount(database, found);
      context.terminal.print(`Removed account "${found.username}".`);
    });
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
  const account = await ensureAccount(database, { username, displayName: name, email, groups, password });
  context.terminal.print(`Created account "${account.username}".`);
  if (groups.length === 0) context.terminal.remark('The account is in no group, so it sees nothing: see --group.');
  const groupsWithRights = new Set((await readGroupRights(database)).map(({ group }) => group));
  for (const group of groups.filter((one) => !groupsWithRights.has(one))) {
    context.terminal.remark(`The group ${group} has no rights yet: see \`group grant\`.`);
  }
}

function parseUsername(text: string): string {
  if (/^[^\s/]{1,100}$/u.test(text)) return parseName(text);
  throw new InvalidArgumentError('Use at most 100 characters without spaces and slashes.');
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
