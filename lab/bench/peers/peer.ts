/** Starts a server that is compared with Room Status in the same run, on the same processor core. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNchan } from '../../../scripts/services/find-programs.mjs';
import { startNginx } from '../../../scripts/services/nginx.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { type Service, startService } from '../../../scripts/services/service.ts';
import { pidOf, roomsPerWard, writeStreams } from '../bench-server.ts';
import { type LoadGenerator, startLoadGenerator } from '../load-generator.ts';
import { cores, pin } from '../measure/processes.ts';

export interface Peer {
  readonly name: PeerName;
  readonly service: Service;
  readonly load: LoadGenerator;
}

/** Nchan forwards updates to viewers. The smallest intake stores reports; the empty route only responds to them. */
export type PeerName = 'Nchan' | 'empty Fastify route' | 'smallest intake';

/** Starts a peer for a measurement. Returns no samples when Nchan is not installed on this machine. */
export async function withPeer<T>(
  name: PeerName,
  wardCount: number,
  measure: (peer: Peer) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (name === 'Nchan' && findNchan() === undefined) {
    console.warn('Nchan is not measured: it is not installed (apt-get install nginx libnginx-mod-nchan)');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'room-status-peer-'));
  const service = await startPeer(name, folder);
  pin(pidOf(service), cores.server);
  const wards = Array.from({ length: wardCount }, () => ({
    uuid: randomUUID(),
    rooms: Array.from({ length: roomsPerWard }, () => ({ uuid: randomUUID() })),
  }));
  const forwards = name === 'Nchan';
  const load = startLoadGenerator({
    ports: [service.port],
    body: forwards ? 'update' : 'report',
    paths: { report: forwards ? '/publish/' : '/reports', events: '/subscribe/', list: '' },
    streamsFile: await writeStreams(folder, wards),
    tokensFile: '/dev/null',
    deviceKey: 'none',
  });
  try {
    return await measure({ name, service, load });
  } finally {
    load.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPeer(name: PeerName, folder: string): Promise<Service> {
  const port = await freePort();
  const logFile = join(folder, 'peer.log');
  if (name === 'Nchan') {
    const template = await readFile(join(import.meta.dirname, 'nchan.conf'), 'utf8');
    const configFile = join(folder, 'nginx.conf');
    await writeFile(configFile, template.replace('${MODULE}', findNchan() ?? '').replace('${PORT}', String(port)));
    return startNginx({ folder, configFile, port });
  }
  const [script, ...before] =
    name === 'smallest intake' ? ['smallest-intake-main.ts', folder] : ['empty-route-main.ts'];
  const args = [join(import.meta.dirname, script), ...before, String(port)];
  return startService({ name, port, logFile, file: process.execPath, args });
}
