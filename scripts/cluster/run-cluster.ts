/** Runs the cluster until Ctrl-C, and starts again what dies, as a supervisor does. See `npm run cluster -- --help`. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listenForStop } from '../../src/server/app/start/stop-signals.ts';
import { demoAccounts } from '../../src/server/demo/demo-accounts.ts';
import type { Service } from '../services/service.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { operatorLines } from './operator-lines.ts';

const help = `npm run cluster -- [options]

Runs PostgreSQL, NATS, server processes and a TLS front on this machine.

  --processes <n>  how many server processes (2)
  --demo           with the living demo home and its known passwords
  --port <n>       of the front (3443)
  --folder <path>  where the data is kept (data/cluster, with --demo data/cluster-demo)
`;

const restartAfterMs = 500;

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '2' },
    demo: { type: 'boolean', default: false },
    port: { type: 'string', default: '3443' },
    folder: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const processes = Number(values.processes);
if (values.help) console.log(help);
else if (!(Number.isInteger(processes) && processes >= 1 && processes <= 16)) {
  console.error('--processes: must be a whole number from 1 to 16');
  process.exitCode = 1;
} else await run();

async function run(): Promise<void> {
  const { stopped } = listenForStop(process);
  // Known passwords and a real home never share a database.
  const folder = resolve(values.folder ?? (values.demo ? 'data/cluster-demo' : 'data/cluster'));
  await mkdir(folder, { recursive: true });
  const password = values.demo ? undefined : await ensureAdminPassword(folder);
  const cluster = await startCluster({
    folder,
    processes,
    frontPort: Number(values.port),
    firstArgs: [values.demo ? '--demo' : '--no-demo'],
    settingsFor: () => (password === undefined ? {} : { ROOM_STATUS_ADMIN_PASSWORD: password }),
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
  console.log('Stopping: what was accepted is finished first. Ctrl-C again stops at once.');
  await cluster.stop();
  console.log('Stopped.');
  process.exit(0);
}

async function supervise(service: Service, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    await service.ended();
    await pause(restartAfterMs);
    if (isStopping()) return;
    console.log(`${service.name} has ended; it is started again`);
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
  return [
    '',
    `Room Status is running at ${front.url} (its certificate is self-signed: the browser asks)`,
    ...rows,
    '',
    'Sign in as',
    ...accounts,
    '',
    // In another terminal: the password of the database is not for the screen.
    ...operatorLines(relative('.', settingsFile), password === undefined),
    '',
    'Kill any of them and look at the board: it is started again. Ctrl-C stops all.',
    '',
  ].join('\n');
}
