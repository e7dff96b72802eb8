/** The TLS front: nginx with the configuration of deploy/front and the addresses of this machine. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startNginx } from '../services/nginx.ts';
import type { Service } from '../services/service.ts';
import { ensureCertificate } from './certificate.ts';

export interface Front extends Service {
  /** Origin, such as `https://localhost:3443`. */
  readonly url: string;
  readonly certificateFile: string;
}

export interface FrontOptions {
  readonly folder: string;
  readonly port: number;
  /** Ports of the server processes on this machine. */
  readonly appPorts: readonly number[];
}

const deployFolder = join(import.meta.dirname, '../../deploy/front');

/** Resolves when it runs. */
export async function startFront({ folder, port, appPorts }: FrontOptions): Promise<Front> {
  const { certificateFile, keyFile } = await ensureCertificate(join(folder, 'certificate'));
  await mkdir(join(folder, 'conf.d'), { recursive: true });
  const configFile = join(folder, 'nginx.conf');
  await copyFile(join(deployFolder, 'nginx.conf'), configFile);
  const template = await readFile(join(deployFolder, 'room-status.conf.template'), 'utf8');
  const values = new Map([
    ['FRONT_LISTEN', `127.0.0.1:${port}`],
    ['FRONT_CERTIFICATE', certificateFile],
    ['FRONT_CERTIFICATE_KEY', keyFile],
    ['APP_SERVERS', appServers(appPorts.map((appPort) => `127.0.0.1:${appPort}`))],
  ]);
  // The container does this with `envsubst`.
  const filled = template.replaceAll(/\$\{(\w+)\}/g, (variable, name: string) => values.get(name) ?? variable);
  await writeFile(join(folder, 'conf.d/room-status.conf'), filled);
  const service = await startNginx({ folder, configFile, port });
  return { ...service, url: `https://localhost:${port}`, certificateFile };
}

/**
 * The `server` lines of an nginx upstream. After one failure nginx does not use a server for one second. The backup
 * lines are used while that is the case for all servers, because a server that may be back is better than an error.
 */
export function appServers(addresses: readonly string[]): string {
  return [
    ...addresses.map((address) => `server ${address} max_fails=1 fail_timeout=1s;`),
    ...addresses.map((address) => `server ${address} max_fails=0 backup;`),
  ].join(' ');
}
