import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type GroupRight, roles } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { grantRight, readGroupRights, revokeRight } from '../../rights/group-rights.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { findScopeArgument, scopeHelp } from '../command-line/find-scope-argument.ts';
import { formatTable } from '../command-line/format-table.ts';

const effectHelp = '\nThe change takes effect within a second, also for users who are signed in.';

export function addGroupCommands(program: CommandUnknownOpts, context: CommandContext): void {
  const { open, terminal, source } = context;
  const group = program.command('group').description('Manage the rights of the groups of the identity provider.');
  group.hook('postAction', () => warnOfAccessFile(context));

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
      terminal.print(formatTable(['group', 'role', 'scope'], rows, 'No group has a right: nobody sees anything.'));
    });

  const addChange = (
    name: string,
    description: string,
    change: (database: Database, right: GroupRight, words: string) => Promise<string>,
  ) =>
    group
      .command(name)
      .description(description)
      .argument('<group>', 'as in the groups claim of the identity provider')
      .addArgument(new Argument('<role>').choices(roles))
      .argument('<scope>')
      .addHelpText('after', scopeHelp + effectHelp)
      .action(async (ofGroup, role, scopeText) => {
        const database = await open();
        const { scope, path } = await findScopeArgument(database, 'scope', scopeText);
        terminal.print(await change(database, { group: ofGroup, role, scope }, `${ofGroup} is ${role} of ${path}`));
      });
  addChange('grant', 'Grant a role for a part of the hierarchy to a group.', async (database, right, words) =>
    (await grantRight(database, right, source)) ? `Granted: ${words}.` : `Granted before: ${words}.`,
  );
  addChange('revoke', 'Revoke a right of a group.', async (database, right, words) => {
    if (!(await revokeRight(database, right, source))) throw new OperatorError(`There is no such right: ${words}.`);
    return `Revoked: ${words}.`;
  });
}

function warnOfAccessFile({ config, terminal }: CommandContext): void {
  const { accessFile } = config();
  if (accessFile === undefined) return;
  terminal.remark(
    `ACCESS_FILE is set: at its next start the server replaces these rights with those in ${accessFile}.`,
  );
}
