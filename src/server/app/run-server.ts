/** Runs the server from its start until a signal stops it. */
import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CommanderError } from '@commander-js/extra-typings';
import type { Demo } from '../demo/run-demo.ts';
import { describeForOperator } from '../shared/operator-error.ts';
import { readConfig } from './config.ts';
import { formatStartMessage } from './start/start-message.ts';
import { type RunningServer, startServer } from './start/start-server.ts';
import { waitForStopSignal } from './start/stop-signals.ts';

/** The time after which a stopping server closes the connections that are still open. */
const closeTimeoutMs = 2_500;
/** The time in which a proxy stops using its open connections to this process. */
const proxyNoticeMs = 1_000;

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
    if (config.natsUrls.length > 0) await leaveProxy(server);
    await stop(server, demo);
  }
  printLine('Stopped.');
  process.exit(0);
}

/**
 * Lets a proxy in front of several processes use the others. A call that it sends on a connection that this process closes
 * at the same moment is lost, and it may not repeat a POST. So each response ends its connection before the close.
 */
async function leaveProxy({ fastify: { server } }: RunningServer): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  // Closes the port only. The method of HTTP servers would close idle connections too.
  Server.prototype.close.call(server);
  await pause(proxyNoticeMs);
}

async function stop(server: RunningServer, demo: Demo | undefined): Promise<void> {
  const { fastify } = server;
  setTimeout(() => fastify.server.closeAllConnections(), closeTimeoutMs).unref();
  await demo?.stop();
  await server.close();
}
