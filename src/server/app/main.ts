/** Starts the product, and stops it. The only file that does something when it is loaded. */
import type { Demo } from '../demo/run-demo.ts';
import { textForOperator } from '../shared/operator-error.ts';
import { readConfig } from './config.ts';
import { startDemoDevices } from './start/demo-devices.ts';
import { type RunningServer, startServer } from './start/start-server.ts';
import { listenForStop } from './start/stop-signals.ts';
import { startMessage } from './start/start-message.ts';

/** A connection that is still open after this is closed by us. Milliseconds. */
const patienceMs = 2_500;

const say = (line: string) => console.info(line);

try {
  await run();
} catch (error) {
  console.error(textForOperator(error));
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
      demo = await startDemoDevices({ database, localUrl, speed: config.demo.speed, now, log: fastify.log });
      await Promise.race([demo.filled, stopped]);
    }
    say(startMessage(config, server.prepared));
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
