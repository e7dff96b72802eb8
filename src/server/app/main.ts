/** Starts and stops the server. Only this file, room-status.ts and the scripts of the worker threads run code when they are imported. */
import { CommanderError } from '@commander-js/extra-typings';
import type { Demo } from '../demo/run-demo.ts';
import { textForOperator } from '../shared/operator-error.ts';
import { readConfig } from './config.ts';
import { startMessage } from './start/start-message.ts';
import { type RunningServer, startServer } from './start/start-server.ts';
import { listenForStop } from './start/stop-signals.ts';

/** A stopping server closes the connections that are still open after this time. */
const closeTimeoutMs = 2_500;

const print = (line: string) => console.info(line);

try {
  await run();
} catch (error) {
  const isHelp = error instanceof CommanderError && error.exitCode === 0;
  if (!isHelp) {
    console.error(textForOperator(error));
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const { stopped, onHangup } = listenForStop(process);
  const config = readConfig();
  const now = Date.now;
  const server = await startServer({ config, now, progress: (step) => print(`  ${step} ...`) });
  // A terminal sends SIGHUP when it is closed, also to a server whose output goes elsewhere. Then the server stops.
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  const { reloadEquipment } = server;
  if (reloadEquipment !== undefined && !hasTerminal) onHangup(() => void reloadEquipment());
  let demo: Demo | undefined;
  try {
    if (config.demo !== undefined) {
      print('  Starting the demo devices ...');
      const { startDemoDevices } = await import('./start/demo-devices.ts');
      const { database, bus, localUrl, fastify } = server;
      const apiBaseUrl = `${localUrl}/api`;
      demo = await startDemoDevices({ database, bus, apiBaseUrl, speed: config.demo.speed, now, log: fastify.log });
      await Promise.race([demo.filled, stopped]);
    }
    print(startMessage(config, server.seeded));
    await stopped;
    print('Stopping: the server finishes what it has accepted. Press Ctrl-C again to stop at once.');
  } finally {
    await stop(server, demo);
  }
  print('Stopped.');
  process.exit(0);
}

async function stop(server: RunningServer, demo: Demo | undefined): Promise<void> {
  const { fastify } = server;
  setTimeout(() => fastify.server.closeAllConnections(), closeTimeoutMs).unref();
  await demo?.stop();
  await server.close();
}
