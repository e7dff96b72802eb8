/** Starts a server that is compared with ours in the same run, on the same core. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNchan } from '../../../scripts/services/find-programs.mjs';
import { startNginx } from '../../../scripts/services/nginx.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { type Service, startService } from '../../../scripts/services/service.ts';
import { pidOf, roomsPerWard, writeStreams } from '../bench-server.ts';
import { compile, type LoadGenerator, startLoadGenerator } from '../load-generator.ts';
import { cores, pin } from '../measure/processes.ts';

export interface Peer {
  readonly name: PeerName;
  readonly service: Service;
  readonly load: LoadGenerator;
}

/**
 * Nchan and the C broadcaster forward updates to viewers. The smallest intake stores reports; the empty route and
 * node:http answer them and do nothing.
 */
export type PeerName = 'Nchan' | 'C broadcaster' | 'empty Fastify route' | 'node:http' | 'smallest intake';

/** Measures a peer that is started for this. Without Nchan on this machine it has no samples. */
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
  const forwards = name === 'Nchan' || name === 'C broadcaster';
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
  if (name === 'C broadcaster')
    return startService({ name, port, logFile, file: compile('bound'), args: [String(port)] });
  if (name === 'Nchan') {
    const template = await readFile(join(import.meta.dirname, 'nchan.conf'), 'utf8');
    const configFile = join(folder, 'nginx.conf');
    await writeFile(configFile, template.replace('${MODULE}', findNchan() ?? '').replace('${PORT}', String(port)));
    return startNginx({ folder, configFile, port });
  }
  const [script, argument] =
    name === 'smallest intake' ? ['smallest-intake-main.ts', folder] : ['empty-route-main.ts', name];
  const args = [join(import.meta.dirname, script), argument, String(port)];
  return startService({ name, port, logFile, file: process.execPath, args });
}
