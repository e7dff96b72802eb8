/** `npm run room-status -- …`: what an operator does from a terminal, also while the server runs. */
import { NewerSchemaError } from '../database/migrate.ts';
import { placeOfData, visitDatabase } from './adapters.ts';
import { CommandError, help, runCommand } from './commands.ts';
import { ConfigError, readConfig } from './config.ts';

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isForPeople = [CommandError, ConfigError, NewerSchemaError].some((kind) => error instanceof kind);
  console.error(isForPeople && error instanceof Error ? error.message : error);
  process.exitCode = error instanceof CommandError ? 2 : 1;
}

async function run(words: readonly string[]): Promise<void> {
  const isDemo = !words.includes('--no-demo');
  const rest = words.filter((word) => word !== '--no-demo');
  if (rest.length === 0 || rest.includes('--help')) {
    console.info(help);
    return;
  }
  const config = readConfig(undefined, isDemo ? [] : ['--no-demo']);
  const database = await visitDatabase(config);
  if (database === undefined) {
    throw new CommandError(`There are no data at ${placeOfData(config)} yet: start the server once.`);
  }
  try {
    console.info(await runCommand(rest, { database, now: Date.now() }));
  } finally {
    await database.close();
  }
}
