/** Starts the product, and stops it. The only file that does something when it is loaded. */
import { NewerSchemaError } from '../database/migrate.ts';
import { DatabaseLockedError, DatabaseUnusableError } from '../database/database-sqlite.ts';
import { DatabaseRightsError, DatabaseUnreachableError } from '../database/postgres-errors.ts';
import type { Demo } from '../demo/run-demo.ts';
import { AccessFileError } from '../identity/access-file.ts';
import { EquipmentFileError } from '../intake/equipment/equipment-file.ts';
import { ConfigError, readConfig } from './config.ts';
import { startLivingDemo } from './living-demo.ts';
import { StartError } from './start-error.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { listenForStop } from './stop-signals.ts';
import { welcome } from './welcome.ts';

/** These say all there is to say; anything else is a bug, and its stack is wanted. */
const forPeople = [
  AccessFileError,
  ConfigError,
  DatabaseLockedError,
  DatabaseRightsError,
  DatabaseUnreachableError,
  DatabaseUnusableError,
  EquipmentFileError,
  NewerSchemaError,
  StartError,
];

/** A connection that is still open after this is closed by us. Milliseconds. */
const patienceMs = 2_500;

const say = (line: string) => console.info(line);

try {
  await run();
} catch (error) {
  const isForPeople = forPeople.some((kind) => error instanceof kind);
  console.error(isForPeople && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { stopped } = listenForStop(process);
  const config = readConfig();
  const now = Date.now;
  const server = await startServer({ config, now, progress: (step) => say(`  ${step} ...`) });
  let demo: Demo | undefined;
  try {
    if (config.demo !== undefined) {
      say('  Waking the residents ...');
      const { database, localUrl, fastify } = server;
      demo = await startLivingDemo({ database, localUrl, speed: config.demo.speed, now, log: fastify.log });
      await Promise.race([demo.filled, stopped]);
    }
    say(welcome(config, server.prepared));
    await stopped;
    say('Stopping: what was accepted is finished first. Ctrl-C again stops at once.');
  } finally {
    await stop(server, demo);
  }
  say('Stopped.');
  process.exit(0);
}

async function stop(server: RunningServer, demo: Demo | undefined): Promise<void> {
  const { fastify } = server;
  setTimeout(() => fastify.server.closeAllConnections(), patienceMs).unref();
  await demo?.stop();
  await server.close();
}
