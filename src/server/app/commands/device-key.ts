import { isoTime } from '../../../domain/iso-time.ts';
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { createDeviceKey, listDeviceKeys, revokeDeviceKey } from '../../intake/device-keys/device-keys.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { formatAge } from '../command-line/durations.ts';
import { findScopeArgument, scopeHelp } from '../command-line/find-scope-argument.ts';
import { formatTable } from '../command-line/format-table.ts';
import { parseName } from '../command-line/parse-name.ts';

export function addDeviceKeyCommands(program: CommandUnknownOpts, context: CommandContext): void {
  const { open, now, terminal, source } = context;
  const deviceKey = program.command('device-key').description('Manage the keys that devices report with.');

  deviceKey
    .command('add')
    .description('Create a key and print it. It cannot be shown again.')
    .argument('<name>', 'what the key is for, such as "gateway of Harbour House"', parseName)
    .requiredOption('--scope <scope>', 'the rooms that the key may report for')
    .option('--rate <count>', 'maximum reports per second in the long run', parseRate)
    .addHelpText('after', `${scopeHelp}\nOnly the key goes to stdout.`)
    .action(async (name, options) => {
      const database = await open();
      const { scope, path } = await findScopeArgument(database, '--scope', options.scope);
      const { id, key } = await createDeviceKey(database, {
        name,
        scope,
        now,
        ratePerSecond: options.rate,
        actor: source.actor,
      });
      terminal.remark(`Created key ${id} "${name}" for ${path}. It cannot be shown again:`);
      terminal.print(key);
    });

  deviceKey
    .command('list')
    .description('List the valid keys with their scope, rate and last use.')
    .option('--json', 'print JSON')
    .action(({ json }) => listKeys(context, json === true));

  deviceKey
    .command('revoke')
    .description('Revoke a key. Its reports are refused within a second.')
    .argument('<key>', 'the id from `device-key list`, or the name if only one key has it')
    .action(async (idOrName) => {
      const database = await open();
      const found = (await listDeviceKeys(database)).filter(({ id, name }) => id === idOrName || name === idOrName);
      const [key, another] = found;
      if (key === undefined) throw new OperatorError(`There is no valid key "${idOrName}".`);
      if (another !== undefined) {
        const ids = found.map(({ id }) => id).join(', ');
        throw new OperatorError(`Several keys have the name "${idOrName}". Use one of the ids: ${ids}.`);
      }
      await revokeDeviceKey(database, key.id, now, source.actor);
      terminal.print(`Revoked key ${key.id} "${key.name}". Its reports are refused within a second.`);
    });
}

function parseRate(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number of reports per second, 1 or more.');
}

async function listKeys({ open, now, terminal }: CommandContext, isJson: boolean): Promise<void> {
  const database = await open();
  const keys = await listDeviceKeys(database);
  if (isJson) {
    const list = keys.map((key) => ({
      ...key,
      createdAt: isoTime(key.createdAt),
      lastUsedAt: isoTime(key.lastUsedAt),
    }));
    terminal.print(JSON.stringify(list, null, 2));
    return;
  }
  const scopes = await loadScopes(database);
  const rows = keys.map(({ id, name, scope, createdAt, lastUsedAt, lastUsedFrom, ratePerSecond }) => [
    id,
    name,
    scopes.pathOf(scope),
    new Date(createdAt).toISOString().slice(0, 10),
    lastUsedAt === null ? 'never' : `${formatAge(lastUsedAt, now)} ago`,
    lastUsedFrom ?? '',
    ratePerSecond === null ? 'default' : `${ratePerSecond}/s`,
  ]);
  const headings = ['key', 'name', 'scope', 'created', 'last use', 'from', 'rate'];
  terminal.print(formatTable(headings, rows, 'There is no device key.'));
}
