import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type GroupRight, type Role, roles } from '../../../domain/user.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { grantRight, readGroupRights, revokeRight } from '../../rights/group-rights.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { findScopeArgument, scopeHelp } from '../command-line/find-scope-argument.ts';
import { formatTable } from '../command-line/format-table.ts';

const effectHelp = '\nThe change takes effect within a second, also for users who are signed in.';

export function addGroupCommands(program: CommandUnknownOpts, context: CommandContext): void {
  const { open, terminal } = context;
  const group = program.command('group').description('Manage the rights of the groups of the identity provider.');
  group.hook('postAction', () => warnOfAccessFile(context));
  const roleArgument = () => new Argument('<role>').choices(roles);

  group
    .command('list')
    .description('List the rights of each group.')
    .addHelpText('after', '\nA group that is not listed has no rights.')
    .action(async () => {
      const database = await open();
      const [rights, scopes] = [await readGroupRights(database), await loadScopes(database)];
      const rows = rights
        .map((right) => [right.group, right.role, scopes.pathOf(right.scope)])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en'));
      terminal.print(
        rows.length === 0
          ? 'No group has a right: nobody sees anything.'
          : formatTable(['group', 'role', 'scope'], rows),
      );
    });

  group
    .command('grant')
    .description('Grant a role for a part of the hierarchy to a group.')
    .argument('<group>', 'as in the groups claim of the identity provider')
    .addArgument(roleArgument())
    .argument('<scope>')
    .addHelpText('after', scopeHelp + effectHelp)
    .action(async (name, role, scopeText) => {
      const { right, description } = await toRight(name, role, scopeText, context);
      const isNew = await grantRight(await open(), right);
      terminal.print(isNew ? `Granted: ${description}.` : `Granted before: ${description}.`);
    });

  group
    .command('revoke')
    .description('Revoke a right of a group.')
    .argument('<group>')
    .addArgument(roleArgument())
    .argument('<scope>')
    .addHelpText('after', scopeHelp + effectHelp)
    .action(async (name, role, scopeText) => {
      const { right, description } = await toRight(name, role, scopeText, context);
      if (!(await revokeRight(await open(), right))) throw new OperatorError(`There is no such right: ${description}.`);
      terminal.print(`Revoked: ${description}.`);
    });
}

async function toRight(group: string, role: Role, scopeText: string, { open }: CommandContext) {
  const { scope, path } = await findScopeArgument(await open(), 'scope', scopeText);
  const right: GroupRight = { group, role, scope };
  return { right, description: `${group} is ${role} of ${path}` };
}

function warnOfAccessFile({ config, terminal }: CommandContext): void {
  const { accessFile } = config();
  if (accessFile === undefined) return;
  terminal.remark(
    `ACCESS_FILE is set: at its next start the server replaces these rights with those in ${accessFile}.`,
  );
}
