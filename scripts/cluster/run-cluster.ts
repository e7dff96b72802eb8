/** `npm run cluster`: runs the demo home on two servers until Ctrl-C, and restarts processes that end. */
import { resolve } from 'node:path';
import { waitForStopSignal } from '../../src/server/app/start/stop-signals.ts';
import { demoAccounts } from '../../src/server/demo/demo-accounts.ts';
import { supervise } from '../services/supervisor.ts';
import { Command } from '@commander-js/extra-typings';
import type { Service } from '../services/service.ts';
import { startCluster, startClusterOn } from './cluster.ts';
import { startHaServices } from './ha/ha-services.ts';

const { ha } = new Command('npm run cluster --')
  .description('Runs the demo home on two servers, with the processes of a deployment.')
  .option('--ha', 'three machines with etcd, Patroni, PostgreSQL and NATS, of which any one may die')
  .parse()
  .opts();

const stopped = waitForStopSignal(process);
const options = { processes: 2, frontPort: 3443, firstArgs: ['--demo'] };
const services = ha === true ? await startHa() : await startSingle();

/** Returns the front, the servers and the services that they share. */
async function startSingle(): Promise<readonly Service[]> {
  console.log('  Starting PostgreSQL, NATS, the servers and nginx ...');
  const { front, apps, postgres, nats } = await startCluster({ ...options, folder: resolve('data/cluster-demo') });
  return [front, ...apps, postgres, nats];
}

async function startHa(): Promise<readonly Service[]> {
  console.log('  Starting etcd, Patroni, PostgreSQL, NATS, the servers and nginx ...');
  const folder = resolve('data/cluster-ha-demo');
  const {
    front,
    apps,
    services: shared,
  } = await startClusterOn({ ...options, folder }, (dataFolder, onStart) =>
    startHaServices({ folder: dataFolder, onStart }),
  );
  return [front, ...apps, ...shared];
}

const supervised = services.map((service) =>
  supervise(service, () => console.log(`${service.name} has ended and is restarted`)),
);
const rows = services.map(
  ({ name, address, port, pid, logFile }) =>
    `  ${name.padEnd(12)} ${`${address}:${port}`.padEnd(15)}  process ${pid()}  ${logFile}`,
);
const accounts = demoAccounts.map(({ username, password }) => `  ${username}  password ${password}`);
console.log(`
Room Status is running at https://localhost:${services[0]?.port} (self-signed certificate: the browser shows a warning)
${rows.join('\n')}

Log in as
${accounts.join('\n')}

You can kill any of these processes: it is restarted. Ctrl-C stops everything.
`);
await stopped;
console.log('Stopping after the accepted requests are finished. Press Ctrl-C again to stop at once.');
for (const one of supervised) await one.close();
process.exit(0);
