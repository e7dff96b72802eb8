/** Writes the data that a test needs before its first step into the database of a server, which may be running. */
import { openDatabaseForCommand } from '../../../src/server/app/adapters.ts';
import { readConfig } from '../../../src/server/app/config.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { createDeviceKey } from '../../../src/server/devices/keys/device-keys.ts';

type Settings = Readonly<Record<string, string>>;

/** Changes the database. `settings`: the server's environment variables. `args`: its arguments, or `--no-demo`. */
export async function seedData<T>(
  settings: Settings,
  seed: (database: Database) => Promise<T>,
  args: readonly string[] = ['--no-demo'],
): Promise<T> {
  const database = await openDatabaseForCommand(readConfig(settings, args));
  if (database === undefined) throw new Error('the server has not created its data yet');
  try {
    return await seed(database);
  } finally {
    await database.close();
  }
}

/** Creates a device key for all rooms and returns its secret. */
export async function seedDeviceKey(settings: Settings, args?: readonly string[]): Promise<string> {
  const options = { name: 'gateway', scope: { kind: 'everything' }, now: Date.now() } as const;
  return seedData(settings, async (database) => (await createDeviceKey(database, options)).key, args);
}
