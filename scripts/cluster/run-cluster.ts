/** `npm run cluster`: runs the demo home on two servers until Ctrl-C, and restarts processes that end. */
import { resolve } from 'node:path';
import { waitForStopSignal } from '../../src/server/app/start/stop-signals.ts';
import { demoAccounts } from '../../src/server/demo/demo-accounts.ts';
import { supervise } from '../services/supervisor.ts';
import { startCluster } from './cluster.ts';

const stopped = waitForStopSignal(process);
console.log('  Starting PostgreSQL, NATS, the servers and nginx ...');
const cluster = await startCluster({
  folder: resolve('data/cluster-demo'),
  processes: 2,
  frontPort: 3443,
  firstArgs: ['--demo'],
});
const services = [cluster.front, ...cluster.apps, cluster.postgres, cluster.nats];
const supervised = services.map((service) =>
  supervise(service, () => console.log(`${service.name} has ended and is restarted`)),
);
const rows = services.map(
  ({ name, port, pid, logFile }) => `  ${name.padEnd(12)} 127.0.0.1:${port}  process ${pid()}  ${logFile}`,
);
const accounts = demoAccounts.map(({ username, password }) => `  ${username}  password ${password}`);
console.log(`
Room Status is running at ${cluster.front.url} (self-signed certificate: the browser shows a warning)
${rows.join('\n')}

Log in as
${accounts.join('\n')}

You can kill any of these processes: it is restarted. Ctrl-C stops everything.
`);
await stopped;
console.log('Stopping after the accepted requests are finished. Press Ctrl-C again to stop at once.');
for (const one of supervised) await one.close();
process.exit(0);
