/** Runs the server from its start until a signal stops it. */
import { CommanderError } from '@commander-js/extra-typings';
import type { Demo } from '../demo/run-demo.ts';
import { describeForOperator } from '../shared/operator-error.ts';
import { readConfig } from './config.ts';
import { formatStartMessage } from './start/start-message.ts';
import { type RunningServer, startServer } from './start/start-server.ts';
import { waitForStopSignal } from './start/stop-signals.ts';

/** The time after which a stopping server closes the connections that are still open. */
const closeTimeoutMs = 2_500;

const printLine = (line: string) => console.info(line);

/** Runs the server until a signal stops it. Prints an error and sets the exit code when it cannot start. */
export async function runServer(): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    if (!isHelp) {
      console.error(describeForOperator(error));
      process.exitCode = 1;
    }
  }
}

async function run(): Promise<void> {
  const stopped = waitForStopSignal(process);
  const config = readConfig();
  const now = Date.now;
  const server = await startServer({ config, now, progress: (step) => printLine(`  ${step} ...`) });
  let demo: Demo | undefined;
  try {
    if (config.isDemo) {
      printLine('  Starting the demo devices ...');
      const { startDemo } = await import('../demo/run-demo.ts');
      const { database, bus, metrics, receiver, fastify } = server;
      demo = startDemo({ database, bus, metrics, receiver, now, log: fastify.log });
      await Promise.race([demo.filled, stopped]);
    }
    printLine(formatStartMessage(config, server.seeded));
    await stopped;
    printLine('Stopping: the server finishes what it has accepted. Press Ctrl-C again to stop at once.');
  } finally {
    await stop(server, demo);
  }
  printLine('Stopped.');
  process.exit(0);
}

async function stop(server: RunningServer, demo: Demo | undefined): Promise<void> {
  const { fastify } = server;
  setTimeout(() => fastify.server.closeAllConnections(), closeTimeoutMs).unref();
  await demo?.stop();
  await server.close();
}
