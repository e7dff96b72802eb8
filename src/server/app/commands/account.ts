import { readGroupRights } from '../../rights/group-rights.ts';
import { ensureAccount } from '../../identity-provider/accounts/accounts.ts';
import {
  accountOfName,
  changePassword,
  listAccounts,
  removeAccount,
} from '../../identity-provider/accounts/manage-accounts.ts';
import { CommandError, type Context, defineCommand, FailedError } from '../command-line/command.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { table } from '../command-line/table.ts';

const shortest = 12;

const passwordHelp = `The password is asked for on the terminal, or read from stdin; it has ${shortest} characters or more.`;

export const accountAdd = defineCommand({
  name: 'account add',
  usage: 'USERNAME [--name NAME] [--email EMAIL] [--group GROUP]...',
  summary: 'Makes an account of the embedded identity provider.',
  details: `  --name   as people read it; without it the username
  --group  what the account may see is what \`group grant\` opens to its groups; may be said several times

${passwordHelp}`,
  options: { name: { type: 'string' }, email: { type: 'string' }, group: { type: 'string', multiple: true } },
  most: 1,
  run: async ({ positionals: [username = ''], values }, context) => {
    assertEmbedded(context);
    if (!/^[^\s/]{1,100}$/u.test(username))
      throw new CommandError('account add: the USERNAME is missing or has spaces.');
    const database = await context.open();
    if ((await accountOfName(database, username)) !== undefined) {
      throw new FailedError(`There is an account "${username}" already.`);
    }
    const { name = username, email = `${username}@localhost`, group: groups = [] } = values;
    const password = await newPassword(context.terminal);
    const account = await ensureAccount(database, { username, displayName: name, email, groups, password });
    context.terminal.print(`Account "${account.username}" is made.`);
    if (groups.length === 0) context.terminal.remark('It is in no group, so it sees nothing: see --group.');
    const named = new Set((await readGroupRights(database)).map(({ group }) => group));
    for (const group of groups.filter((one) => !named.has(one))) {
      context.terminal.remark(`No right names the group ${group} yet: see \`group grant\`.`);
    }
  },
});

export const accountList = defineCommand({
  name: 'account list',
  usage: '',
  summary: 'The accounts of the embedded identity provider.',
  details: 'Passwords are kept as hashes and cannot be shown.',
  options: {},
  most: 0,
  run: async (_, context) => {
    assertEmbedded(context);
    const accounts = await listAccounts(await context.open());
    const rows = accounts.map(({ username, displayName, email, groups }) => [
      username,
      displayName,
      email,
      groups.join(', '),
    ]);
    context.terminal.print(
      rows.length === 0 ? 'There is no account.' : table(['username', 'name', 'email', 'groups'], rows),
    );
  },
});

export const accountPassword = defineCommand({
  name: 'account password',
  usage: 'USERNAME',
  summary: 'Gives an account another password and ends its sessions.',
  details: `${passwordHelp}\nBoards that are open under it end within ten minutes.`,
  options: {},
  most: 1,
  run: async ({ positionals: [username] }, context) => {
    const { database, account } = await known('account password', username, context);
    await changePassword(database, account, await newPassword(context.terminal));
    context.terminal.print(`Account "${account.username}" has a new password.`);
  },
});

export const accountRemove = defineCommand({
  name: 'account remove',
  usage: 'USERNAME',
  summary: 'Removes an account and ends its sessions.',
  details: 'Boards that are open under it end within ten minutes.',
  options: {},
  most: 1,
  run: async ({ positionals: [username] }, context) => {
    const { database, account } = await known('account remove', username, context);
    await removeAccount(database, account);
    context.terminal.print(`Account "${account.username}" is gone.`);
  },
});

async function known(name: string, username: string | undefined, context: Context) {
  assertEmbedded(context);
  if (username === undefined) throw new CommandError(`${name}: the USERNAME is missing.`);
  const database = await context.open();
  const account = await accountOfName(database, username);
  if (account === undefined) throw new FailedError(`There is no account "${username}".`);
  return { database, account };
}

function assertEmbedded({ config: { identity } }: Context): void {
  if (identity.kind === 'embedded') return;
  throw new FailedError(`People sign in at ${identity.issuer}: their accounts are kept there.`);
}

/** Typed twice by a person, who cannot see what they type. */
async function newPassword(terminal: Terminal): Promise<string> {
  const password = await terminal.secret('New password: ');
  if (Array.from(password).length < shortest)
    throw new FailedError(`The password must have at least ${shortest} characters.`);
  if (terminal.isInteractive && (await terminal.secret('Once more: ')) !== password) {
    throw new FailedError('The two passwords differ.');
  }
  return password;
}
