/** The TLS front: nginx with the configuration of deploy/front and the addresses of this machine. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillTemplate } from '../services/fill-template.ts';
import { startNginx } from '../services/nginx.ts';
import { requireProgram } from '../services/find-programs.mjs';

export type Front = Awaited<ReturnType<typeof startFront>>;

const certificateDays = 825;
const deployFolder = join(import.meta.dirname, '../../deploy/front');

/** Writes the configuration of nginx and starts nginx. */
export async function startFront(options: { folder: string; port: number; appPorts: readonly number[] }) {
  const { folder, port, appPorts } = options;
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
 * Returns the `server` lines of an nginx upstream. After one failure nginx does not use a server for one second. While
 * it uses none, it tries the backup lines, because one of the servers may be available again.
 */
export function appServers(addresses: readonly string[]): string {
  return [
    ...addresses.map((address) => `server ${address} max_fails=1 fail_timeout=1s;`),
    ...addresses.map((address) => `server ${address} max_fails=0 backup;`),
  ].join(' ');
}

/** Returns the self-signed certificate for `localhost` in this folder. The first call creates it. */
export async function ensureCertificate(folder: string) {
  const files = { certificateFile: join(folder, 'certificate.pem'), keyFile: join(folder, 'key.pem') };
  if (existsSync(files.certificateFile) && existsSync(files.keyFile)) return files;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const out = ['-keyout', files.keyFile, '-out', files.certificateFile, '-days', String(certificateDays)];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)(requireProgram('openssl'), ['req', ...kind, ...out, ...names]);
  return files;
}
