/** The TLS front: nginx with the configuration of deploy/front, filled in for this machine. */
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
  /** Of the server processes, on this machine. */
  readonly appPorts: readonly number[];
}

const deployFolder = join(import.meta.dirname, '../../deploy/front');

/** Started already. */
export async function startFront({ folder, port, appPorts }: FrontOptions): Promise<Front> {
  const { certificateFile, keyFile } = await ensureCertificate(join(folder, 'certificate'));
  await mkdir(join(folder, 'conf.d'), { recursive: true });
  const configFile = join(folder, 'nginx.conf');
  await copyFile(join(deployFolder, 'nginx.conf'), configFile);
  const template = await readFile(join(deployFolder, 'room-status.conf.template'), 'utf8');
  const filled = fillTemplate(template, {
    FRONT_LISTEN: `127.0.0.1:${port}`,
    FRONT_CERTIFICATE: certificateFile,
    FRONT_CERTIFICATE_KEY: keyFile,
    APP_SERVERS: appServers(appPorts.map((appPort) => `127.0.0.1:${appPort}`)),
  });
  await writeFile(join(folder, 'conf.d/room-status.conf'), filled);
  const service = await startNginx({ folder, configFile, port });
  return { ...service, url: `https://localhost:${port}`, certificateFile };
}

/**
 * After one failure a server is left alone for a second. Each stands there a second time for the moment in which all
 * of them are left alone: asking one that may be back is better than refusing.
 */
export function appServers(addresses: readonly string[]): string {
  return [
    ...addresses.map((address) => `server ${address} max_fails=1 fail_timeout=1s;`),
    ...addresses.map((address) => `server ${address} max_fails=0 backup;`),
  ].join(' ');
}

/** What `envsubst` does in the container. Throws when a name of the template is not given. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the template wants ${name}`);
    return value;
  });
}
