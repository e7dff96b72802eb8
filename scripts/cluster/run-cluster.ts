/** `npm run cluster`: runs the cluster until Ctrl-C, and restarts processes that end. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { listenForStop } from '../../src/server/app/start/stop-signals.ts';
import { demoAccounts } from '../../src/server/demo/demo-accounts.ts';
import { supervise } from '../services/supervisor.ts';
import { startCluster } from './cluster.ts';

const {
  demo: isDemo,
  processes,
  port: frontPort,
  folder: ownFolder,
} = new Command('npm run cluster --')
  .description('Runs PostgreSQL, NATS, server processes and a TLS front on this machine.')
  .option('--processes <n>', 'number of server processes, 1 to 16', wholeNumber(1, 16), 2)
  .option('--demo', 'with the demo home and its known passwords', false)
  .option('--port <n>', 'port of the front', wholeNumber(1, 65_535), 3443)
  .option('--folder <path>', 'data folder (data/cluster, with --demo data/cluster-demo)')
  .parse()
  .opts();
// The demo's passwords are known, so a real home must not share its database.
const folder = resolve(ownFolder ?? (isDemo ? 'data/cluster-demo' : 'data/cluster'));
const settingsFile = join(folder, 'settings.sh');

const { stopped } = listenForStop(process);
await mkdir(folder, { recursive: true });
const password = await ensureAdminPassword();
console.log('  Starting PostgreSQL, NATS, the servers and nginx ...');
const cluster = await startCluster({
  folder,
  processes,
  frontPort,
  firstArgs: [isDemo ? '--demo' : '--no-demo'],
  settingsFor: async () => (isDemo ? {} : { ROOM_STATUS_ADMIN_PASSWORD: password }),
});
const services = [cluster.front, ...cluster.apps, cluster.postgres, cluster.nats];
const supervised = services.map((service) =>
  supervise(service, () => console.log(`${service.name} has ended and is restarted`)),
);
await rm(settingsFile, { force: true });
await writeFile(settingsFile, `export DATABASE_URL='${cluster.postgres.url()}'\n`, { mode: 0o600 });
console.log(describe());
await stopped;
console.log('Stopping after the accepted requests are finished. Press Ctrl-C again to stop at once.');
for (const one of supervised) await one.close();
console.log('Stopped.');
process.exit(0);

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

async function ensureAdminPassword(): Promise<string> {
  const file = join(folder, 'admin-password');
  if (!existsSync(file)) await writeFile(file, randomBytes(12).toString('base64url'), { mode: 0o600 });
  return readFile(file, 'utf8');
}

function describe(): string {
  const rows = services.map(
    ({ name, port, pid, logFile }) => `  ${name.padEnd(12)} 127.0.0.1:${port}  process ${pid()}  ${logFile}`,
  );
  const accounts = isDemo ? demoAccounts : [{ username: 'admin', password, displayName: 'administrator' }];
  // DATABASE_URL does not show whether the database holds a demo, so the operator's commands need the option.
  const demo = isDemo ? ' --demo' : '';
  return `
Room Status is running at ${cluster.front.url} (self-signed certificate: the browser shows a warning)
${rows.join('\n')}

Log in as
${accounts.map((account) => `  ${account.username}  password ${account.password}  (${account.displayName})`).join('\n')}

The operator, in another terminal (the first command reads the database's password from a file):
  . ./${relative('.', settingsFile)}
  npm run room-status -- device-key add "my gateway" --scope everything${demo}
  npm run room-status -- check${demo}

You can kill any of these processes: it is restarted. Ctrl-C stops everything.
`;
}
