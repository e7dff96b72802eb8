/** Which data a command works on, and how it gets at them. */
import { existsSync } from 'node:fs';
import type { Database } from '../../database/database.ts';
import { readSchemaVersion, schemaVersion } from '../../database/migrations/schema-version.ts';
import { databaseLocation, describeDatabase, openDatabaseForCommand } from '../adapters.ts';
import { type Config, readConfig } from '../config.ts';
import { type Command, CommandError, FailedError } from './command.ts';

/** `isDemo`: what was said; undefined: nothing. Throws CommandError where both could be meant. */
export function chooseConfig(isDemo: boolean | undefined, on: Command['on']): Config {
  const home = readConfig(undefined, ['--no-demo']);
  const demo = readConfig(undefined, ['--demo']);
  if (isDemo === true && demo.demo === undefined) throw new CommandError('--demo: with OIDC_ISSUER there is no demo.');
  if (isDemo !== undefined) return isDemo ? demo : home;
  const [ofHome, ofDemo] = [databaseLocation(home), databaseLocation(demo)];
  if (on === 'home' || ofHome.kind === 'postgres' || ofDemo.kind === 'postgres' || demo.demo === undefined) return home;
  if (!existsSync(ofDemo.file)) return home;
  if (!existsSync(ofHome.file)) return demo;
  throw new CommandError(
    `There are data of a home at ${ofHome.file} and the demo's at ${ofDemo.file}: say --no-demo or --demo.`,
  );
}

/** Throws FailedError when there are none. */
export async function openData(config: Config): Promise<Database> {
  const database = await openDatabaseForCommand(config);
  if (database === undefined) {
    const start = config.demo === undefined ? 'npm start -- --no-demo' : 'npm start';
    throw new FailedError(
      `There are no data at ${describeDatabase(config)} yet: start the server once (\`${start}\`).`,
    );
  }
  return database;
}

/** Nothing but the server brings data forward: an operator's look at them is not the moment for it. Throws FailedError. */
export async function assertSchema(database: Database, place: string): Promise<void> {
  const version = await readSchemaVersion(database);
  if (version === schemaVersion) return;
  throw new FailedError(
    version === 0
      ? `There are no data of Room Status in ${place} yet: start the server once.`
      : version < schemaVersion
        ? `The data in ${place} are of schema version ${version}, and this build works on version ${schemaVersion}: start its server once, which brings them forward.`
        : `The data in ${place} are of schema version ${version}, and this build knows only version ${schemaVersion}: use the newer build.`,
  );
}
