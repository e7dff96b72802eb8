/** `npm run room-status -- …`: what an operator does from a terminal, also while the server runs. */
import { existsSync } from 'node:fs';
import { NewerSchemaError } from '../database/migrate.ts';
import { openSqliteDatabase } from '../database/database-sqlite.ts';
import { dataFileOf } from './adapters.ts';
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
  const file = dataFileOf(readConfig(undefined, isDemo ? [] : ['--no-demo']));
  if (!existsSync(file)) throw new CommandError(`There are no data at ${file} yet: start the server once.`);
  const database = await openSqliteDatabase({ file, isVisitor: true });
  try {
    console.info(await runCommand(rest, { database, now: Date.now() }));
  } finally {
    await database.close();
  }
}
