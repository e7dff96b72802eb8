/** `npm run cluster`: runs the cluster until Ctrl-C, and restarts processes that end. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listenForStop } from '../../src/server/app/start/stop-signals.ts';
import { demoAccounts } from '../../src/server/demo/demo-accounts.ts';
import type { Service } from '../services/service.ts';
import { readOptions, refuseOptions } from '../setup/options.ts';
import { type Cluster, startCluster } from './cluster.ts';

const help = `npm run cluster -- [options]

Runs PostgreSQL, NATS, server processes and a TLS front on this machine.

  --processes <n>  number of server processes (2)
  --demo           with the demo home and its known passwords
  --port <n>       port of the front (3443)
  --folder <path>  data folder (data/cluster, with --demo data/cluster-demo)
`;

const restartDelayMs = 500;

const values = readOptions(help, () =>
  parseArgs({
    options: {
      processes: { type: 'string', default: '2' },
      demo: { type: 'boolean', default: false },
      port: { type: 'string', default: '3443' },
      folder: { type: 'string' },
    },
  }),
);
const processes = Number(values.processes);
if (!(Number.isInteger(processes) && processes >= 1 && processes <= 16)) {
  refuseOptions('--processes must be a whole number from 1 to 16');
}
await run();

async function run(): Promise<void> {
  const { stopped } = listenForStop(process);
  // The demo's passwords are known, so a real home must not share its database.
  const folder = resolve(values.folder ?? (values.demo ? 'data/cluster-demo' : 'data/cluster'));
  await mkdir(folder, { recursive: true });
  const password = values.demo ? undefined : await ensureAdminPassword(folder);
  const cluster = await startCluster({
    folder,
    processes,
    frontPort: Number(values.port),
    firstArgs: [values.demo ? '--demo' : '--no-demo'],
    settingsFor: async () => (password === undefined ? {} : { ROOM_STATUS_ADMIN_PASSWORD: password }),
    progress: (step) => console.log(`  ${step} ...`),
  });
  let isStopping = false;
  const { apps, postgres, nats, front } = cluster;
  for (const service of [...apps, postgres, nats, front]) void supervise(service, () => isStopping);
  const settingsFile = join(folder, 'settings.sh');
  await rm(settingsFile, { force: true });
  await writeFile(settingsFile, `export DATABASE_URL='${postgres.url()}'\n`, { mode: 0o600 });
  console.log(describe(cluster, password, settingsFile));
  await stopped;
  isStopping = true;
  console.log('Stopping after the accepted requests are finished. Press Ctrl-C again to stop at once.');
  await cluster.stop();
  console.log('Stopped.');
  process.exit(0);
}

async function supervise(service: Service, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    await service.ended();
    await pause(restartDelayMs);
    if (isStopping()) return;
    console.log(`${service.name} has ended and is restarted`);
    try {
      await service.start();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
}

async function ensureAdminPassword(folder: string): Promise<string> {
  const file = join(folder, 'admin-password');
  if (!existsSync(file)) await writeFile(file, randomBytes(12).toString('base64url'), { mode: 0o600 });
  return readFile(file, 'utf8');
}

function describe(
  { front, apps, postgres, nats }: Cluster,
  password: string | undefined,
  settingsFile: string,
): string {
  const rows = [front, ...apps, postgres, nats].map(
    ({ name, port, pid, logFile }) => `  ${name.padEnd(12)} 127.0.0.1:${port}  process ${pid()}  ${logFile}`,
  );
  const accounts =
    password === undefined
      ? demoAccounts.map((account) => `  ${account.username}  password ${account.password}  (${account.displayName})`)
      : [`  admin  password ${password}`];
  // The address of the database does not show that it is a demo, so the commands must say it.
  const demo = password === undefined ? ' --demo' : '';
  return [
    '',
    `Room Status is running at ${front.url} (self-signed certificate: the browser shows a warning)`,
    ...rows,
    '',
    'Sign in as',
    ...accounts,
    '',
    // The password of the database is in a file, so that it is not shown on the screen.
    `The operator, in another terminal:`,
    `  . ./${relative('.', settingsFile)}`,
    `  npm run room-status -- device-key add "my gateway" --scope everything${demo}`,
    `  npm run room-status -- check${demo}`,
    '',
    'You can kill any of these processes: it is restarted. Ctrl-C stops everything.',
    '',
  ].join('\n');
}
