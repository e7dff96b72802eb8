/** Starts a server that is compared with ours in the same run, on the same core. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/services/ports.ts';
import { type Service, startService } from '../../../scripts/services/service.ts';
import { pidOf, roomsPerWard, writeStreams } from '../bench-server.ts';
import { compile, type LoadGenerator, startLoadGenerator } from '../load-generator.ts';
import { cores, pin } from '../measure/processes.ts';
import { startNchan } from './nchan.ts';

export interface Peer {
  readonly name: PeerName;
  readonly pid: number;
  readonly load: LoadGenerator;
}

/** Nchan and the C broadcaster forward updates to viewers; the other two answer reports and do nothing. */
export type PeerName = 'Nchan' | 'C broadcaster' | 'empty Fastify route' | 'node:http';

/** Measures a peer that is started for this. Returns undefined when the peer is not installed. */
export async function withPeer<T>(name: PeerName, wardCount: number, measure: (peer: Peer) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-peer-'));
  const service = await startPeer(name, folder);
  if (service === undefined) return undefined;
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
    return await measure({ name, pid: pidOf(service), load });
  } finally {
    load.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPeer(name: PeerName, folder: string): Promise<Service | undefined> {
  if (name === 'Nchan') return startNchan(folder);
  const port = await freePort();
  const logFile = join(folder, 'peer.log');
  if (name === 'C broadcaster')
    return startService({ name, port, logFile, file: compile('bound'), args: [String(port)] });
  const program = join(import.meta.dirname, 'empty-route-main.ts');
  const kind = name === 'node:http' ? name : 'fastify';
  return startService({ name, port, logFile, file: process.execPath, args: [program, kind, String(port)] });
}
