import { type GroupRight, roles } from '../../../domain/user.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { grantRight, readGroupRights, revokeRight } from '../../rights/group-rights.ts';
import { CommandError, type Context, defineCommand, FailedError } from '../command-line/command.ts';
import { scopeHelp, scopeOf } from '../command-line/scope-words.ts';
import { table } from '../command-line/table.ts';

const rightHelp = `  GROUP  as the identity provider writes it in its groups claim
  ROLE   ${roles.join(', ')}
${scopeHelp}

It counts within a second, for those who are signed in too.`;

export const groupList = defineCommand({
  name: 'group list',
  usage: '',
  summary: 'Which group of the identity provider sees what.',
  details: 'A group that is not listed opens nothing.',
  options: {},
  most: 0,
  run: async (_, context) => {
    const database = await context.open();
    const [rights, scopes] = [await readGroupRights(database), await loadScopes(database)];
    const rows = rights
      .map(({ group, role, scope }) => [group, role, scopes.pathOf(scope)])
      .toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en'));
    context.terminal.print(
      rows.length === 0 ? 'No group has a right: nobody sees anything.' : table(['group', 'role', 'scope'], rows),
    );
    warnOfFile(context);
  },
});

export const groupGrant = defineCommand({
  name: 'group grant',
  usage: 'GROUP ROLE SCOPE',
  summary: 'Opens a part of the hierarchy to a group.',
  details: rightHelp,
  options: {},
  most: 3,
  run: async ({ positionals }, context) => {
    const { right, words } = await rightOf('group grant', positionals, context);
    const isNew = await grantRight(await context.open(), right);
    context.terminal.print(isNew ? `From now on ${words}.` : `Already ${words}.`);
    warnOfFile(context);
  },
});

export const groupRevoke = defineCommand({
  name: 'group revoke',
  usage: 'GROUP ROLE SCOPE',
  summary: 'Closes it again.',
  details: rightHelp,
  options: {},
  most: 3,
  run: async ({ positionals }, context) => {
    const { right, words } = await rightOf('group revoke', positionals, context);
    if (!(await revokeRight(await context.open(), right))) throw new FailedError(`It is not so that ${words}.`);
    context.terminal.print(`No longer ${words}.`);
    warnOfFile(context);
  },
});

async function rightOf(name: string, words: readonly string[], { open }: Context) {
  const [group = '', roleWord, scopeText] = words;
  if (group.trim() === '' || roleWord === undefined || scopeText === undefined) {
    throw new CommandError(`${name}: needs GROUP, ROLE and SCOPE.`);
  }
  const role = roles.find((known) => known === roleWord);
  if (role === undefined) throw new CommandError(`${name}: "${roleWord}" is no role; there are ${roles.join(', ')}.`);
  const { scope, path } = await scopeOf(await open(), name, scopeText);
  const right: GroupRight = { group, role, scope };
  return { right, words: `${group} is ${role} of ${path}` };
}

function warnOfFile({ config, terminal }: Context): void {
  if (config.accessFile === undefined) return;
  terminal.remark(
    `ACCESS_FILE is set: at its next start the server puts the list of ${config.accessFile} in place of these.`,
  );
}
