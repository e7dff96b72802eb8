import { createDeviceKey, listDeviceKeys, revokeDeviceKey } from '../../intake/device-keys/device-keys.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { CommandError, defineCommand, FailedError } from '../command-line/command.ts';
import { ageOf } from '../command-line/durations.ts';
import { scopeHelp, scopeOf } from '../command-line/scope-words.ts';
import { table } from '../command-line/table.ts';

export const deviceKeyAdd = defineCommand({
  name: 'device-key add',
  usage: 'NAME --scope SCOPE [--rate N]',
  summary: 'Makes a key by which devices report; it is shown this once.',
  details: `  NAME     what the key is for, such as "gateway of Harbour House"
  --scope  which rooms it may report for; all others do not exist for it
  --rate   reports a second that are taken from it in the long run; without it the usual number

${scopeHelp}
The key alone goes to stdout.`,
  options: { scope: { type: 'string' }, rate: { type: 'string' } },
  most: 1,
  run: async ({ positionals: [name = ''], values }, { open, now, terminal }) => {
    if (name.trim() === '') throw new CommandError('device-key add: the NAME of the key is missing.');
    if (values.scope === undefined) {
      throw new CommandError('device-key add: --scope is missing; --scope everything opens every room.');
    }
    const ratePerSecond = values.rate === undefined ? undefined : rateOf(values.rate);
    const database = await open();
    const { scope, path } = await scopeOf(database, '--scope', values.scope);
    const { id, key } = await createDeviceKey(database, { name: name.trim(), scope, now, ratePerSecond });
    terminal.remark(`Key ${id} "${name.trim()}" is made, for ${path}. It is shown this once:`);
    terminal.print(key);
  },
});

function rateOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CommandError(`--rate: "${text}" is no whole number of reports a second, 1 or more.`);
}

export const deviceKeyList = defineCommand({
  name: 'device-key list',
  usage: '[--json]',
  summary: 'The device keys that hold, with their scope, rate and last use.',
  details: '  --json  for a machine; times as ISO 8601',
  options: { json: { type: 'boolean', default: false } },
  most: 0,
  run: async ({ values: { json } }, { open, now, terminal }) => {
    const database = await open();
    const [keys, scopes] = [await listDeviceKeys(database), await loadScopes(database)];
    if (json) {
      const isoOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
      const list = keys.map(({ createdAt, lastUsedAt, ...key }) => ({
        ...key,
        createdAt: isoOf(createdAt),
        lastUsedAt: isoOf(lastUsedAt),
      }));
      terminal.print(JSON.stringify(list, null, 2));
      return;
    }
    const rows = keys.map(({ id, name, scope, createdAt, lastUsedAt, ratePerSecond }) => [
      id,
      name,
      scopes.pathOf(scope),
      new Date(createdAt).toISOString().slice(0, 10),
      lastUsedAt === null ? 'never' : `${ageOf(lastUsedAt, now)} ago`,
      ratePerSecond === null ? 'usual' : `${ratePerSecond}/s`,
    ]);
    terminal.print(
      rows.length === 0 ? 'There is no device key.' : table(['key', 'name', 'scope', 'made', 'last use', 'rate'], rows),
    );
  },
});

export const deviceKeyRevoke = defineCommand({
  name: 'device-key revoke',
  usage: 'KEY',
  summary: 'Takes a device key back: it is refused within a second.',
  details: '  KEY  its id as `device-key list` shows it, or its name where only one key has it',
  options: {},
  most: 1,
  run: async ({ positionals: [wanted] }, { open, now, terminal }) => {
    if (wanted === undefined) throw new CommandError('device-key revoke: the KEY is missing.');
    const database = await open();
    const keys = await listDeviceKeys(database);
    const found = keys.filter(({ id, name }) => id === wanted || name === wanted);
    const [key, another] = found;
    if (key === undefined) throw new FailedError(`There is no key "${wanted}" that holds.`);
    if (another !== undefined) {
      throw new FailedError(
        `Several keys have the name "${wanted}"; name one by its id: ${found.map(({ id }) => id).join(', ')}.`,
      );
    }
    await revokeDeviceKey(database, key.id, now);
    terminal.print(`Key ${key.id} "${key.name}" is refused within a second.`);
  },
});
