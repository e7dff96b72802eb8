/** Measures whether a cell gets slower while another cell behind the same front carries the same load. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '../../../scripts/services/nginx.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import type { Service } from '../../../scripts/services/service.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { type BenchServer, pidOf, processesOf, roomsPerWard, storages, withServer } from '../bench-server.ts';
import { type LoadGenerator, startLoadGenerator } from '../load-generator.ts';
import { startCpuMeter } from '../measure/processes.ts';
import { type Bench, type BenchOptions, ours, type Sample } from '../row.ts';

const rooms = 10_000;
const quickRooms = 1_050;
/** The reports of a room in the busiest hour, and the viewers of a ward: see docs/capacity.md. */
const reportsPerHour = 16.8;
const viewersPerWard = 4;
const minSeconds = 20;
const warmUpSeconds = 20;
/** The subjects of the rows besides ours, which is a cell beside another. */
export const alone = 'one cell alone';
export const front = 'the front for both cells';

const rowNames = {
  answer: `two cells of ${rooms} rooms: answer p99`,
  delivery: `two cells of ${rooms} rooms: delivery p99 to a viewer`,
  cpu: `two cells of ${rooms} rooms: processor time for each report, with all other work`,
} as const;

/** Why the goals are missed. */
const reason =
  'Both servers share one core here, and each has work for all its wards once a second, for which the reports of the other wait. In production a cell has machines of its own.';

export const cells: Bench = {
  name: 'cells',
  about: `Two cells, each one server process on its own PostgreSQL and NATS, behind one nginx. Each has ${rooms} rooms with the reports of the busiest hour and four viewers of each ward. Both cells and the front share this machine, and both servers share one of its cores.`,
  rows: [
    { name: rowNames.answer, unit: 'ms', goal: { atMost: 1.5, of: alone }, reason },
    { name: rowNames.delivery, unit: 'ms', goal: { atMost: 1.5, of: alone }, reason },
    { name: rowNames.cpu, unit: 'µs', goal: { atMost: 1.1, of: alone }, reason },
  ],
  measure: (options) => {
    const wardCount = Math.ceil((options.isQuick ? quickRooms : rooms) / roomsPerWard);
    const cell = { wardCount, startStorage: storages.PostgreSQL, fill: keepOnline };
    return withServer(cell, (first) => withServer(cell, (second) => measureCells([first, second], options)));
  },
};

/** Most rooms report less often than each 90 s and send no heartbeats here, so they must not become unreachable. */
async function keepOnline({ query }: Database): Promise<void> {
  await query.updateTable('stream').set({ rules: '{"offlineAfterSeconds":null}' }).execute();
}

type Cells = readonly [BenchServer, BenchServer];

async function measureCells(servers: Cells, { seconds }: BenchOptions): Promise<readonly Sample[]> {
  const { nginx, ports, stop } = await startFront(servers);
  const loads: LoadGenerator[] = [];
  try {
    for (const [index, server] of servers.entries()) loads.push(await openViewers(server, ports[index]));
    const rate = Math.round((servers[0].home.rooms.length * reportsPerHour) / 3_600);
    const phase = { seconds: Math.max(minSeconds, seconds), connections: 10, rate };
    const send = (senders: readonly LoadGenerator[]) => measureLoad(servers[0], nginx, senders, phase);
    // Servers and databases that have just started are slower for some time.
    await Promise.all(loads.map((load) => load.send({ ...phase, seconds: warmUpSeconds })));
    const single = await send(loads.slice(0, 1));
    const beside = await send(loads);
    return [
      ...samplesOf(alone, single),
      ...samplesOf(ours, beside),
      { row: rowNames.cpu, subject: front, value: beside.frontUs },
    ];
  } finally {
    for (const load of loads) load.stop();
    await stop();
  }
}

interface Measured {
  readonly answer: number;
  readonly delivery: number;
  readonly cpu: number;
  /** Microseconds of the front for each report of all cells. */
  readonly frontUs: number;
}

/** Sends from all these generators at once. Returns what the first one saw. */
async function measureLoad(
  server: BenchServer,
  nginx: Service,
  senders: readonly LoadGenerator[],
  phase: Parameters<LoadGenerator['send']>[0],
): Promise<Measured> {
  const cpuOfCell = startCpuMeter(processesOf(server));
  const cpuOfFront = startCpuMeter({ pid: pidOf(nginx) });
  const sent = await Promise.all(senders.map((load) => load.send(phase)));
  const [first] = sent;
  if (first === undefined) throw new Error('nothing was sent');
  const lost = sent.reduce((sum, each) => sum + each.lost, 0);
  if (lost > 0) throw new Error(`viewers did not get ${lost} updates`);
  const reports = sent.reduce((sum, each) => sum + each.reports, 0);
  return {
    answer: first.answerMs.p99,
    delivery: first.deliveryMs.p99,
    cpu: cpuOfCell(first.reports).app,
    frontUs: cpuOfFront(reports).app,
  };
}

function samplesOf(subject: string, { answer, delivery, cpu }: Measured): readonly Sample[] {
  return [
    { row: rowNames.answer, subject, value: answer },
    { row: rowNames.delivery, subject, value: delivery },
    { row: rowNames.cpu, subject, value: cpu },
  ];
}

async function openViewers({ target, home }: BenchServer, port = 0): Promise<LoadGenerator> {
  const load = startLoadGenerator({ ...target, ports: [port] });
  await load.open(home.wards.length * viewersPerWard, viewersPerWard);
  return load;
}

/** Starts an nginx with a port for each cell, as it has a host name for each in production. */
async function startFront(servers: Cells) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-front-'));
  const ports = [await freePort(), await freePort()] as const;
  const configFile = join(folder, 'nginx.conf');
  await writeFile(configFile, configOf(servers.map(({ url }, index) => ({ url, port: ports[index] ?? 0 }))));
  const nginx = await startNginx({ folder, configFile, port: ports[0] });
  return {
    nginx,
    ports,
    stop: async () => {
      await nginx.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configOf(routes: readonly { readonly url: string; readonly port: number }[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const cell = ({ url, port }: (typeof routes)[number]) => `
  upstream cell_${port} { server ${new URL(url).host}; keepalive 16; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://cell_${port};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }`;
  return `pid nginx.pid;
worker_processes 1;
worker_rlimit_nofile 16384;
events { worker_connections 8000; }
http {
  ${temporary.join(' ')}
  access_log off;
  keepalive_requests 1000000000;
  ${routes.map(cell).join('')}
}
`;
}
