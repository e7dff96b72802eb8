/** Starts the TLS proxies of deploy/tls with the ports and certificates of a test. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCertificate } from '../../../scripts/cluster/front.ts';
import { requireProgram } from '../../../scripts/services/find-programs.mjs';
import { startNginx } from '../../../scripts/services/nginx.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { type Service, startService } from '../../../scripts/services/service.ts';

export interface HomeProxy {
  readonly service: Service;
  readonly url: string;
  /** PEM of the certificate authority that clients must trust. */
  readonly authority: () => string;
}

interface ProxyOptions {
  readonly folder: string;
  readonly appPort: number;
  /** The port for browsers. */
  readonly port: number;
}

/** Throws if the text does not contain `from`, so that a changed file is noticed. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the file does not contain ${from}`);
  return text.replaceAll(from, to);
}

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../deploy/tls', file), 'utf8');

async function startNginxHome({ folder, appPort, port }: ProxyOptions): Promise<HomeProxy> {
  const { certificateFile, keyFile } = await ensureCertificate(join(folder, 'certificate'));
  const changes = [
    ['127.0.0.1:3001', `127.0.0.1:${appPort}`],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['server_name rooms.example.org;', 'server_name localhost;'],
    ['/etc/letsencrypt/live/rooms.example.org/fullchain.pem', certificateFile],
    ['/etc/letsencrypt/live/rooms.example.org/privkey.pem', keyFile],
  ] as const;
  const site = changes.reduce((text, [from, to]) => replaced(text, from, to), read('nginx.conf'));
  mkdirSync(join(folder, 'conf.d'));
  writeFileSync(join(folder, 'conf.d/site.conf'), site);
  const configFile = join(folder, 'nginx.conf');
  const main = readFileSync(join(import.meta.dirname, '../../../deploy/front/nginx.conf'), 'utf8');
  writeFileSync(configFile, main);
  const service = await startNginx({ folder, configFile, port });
  return { service, url: `https://localhost:${port}`, authority: () => readFileSync(certificateFile, 'utf8') };
}

async function startCaddyHome({ folder, appPort, port }: ProxyOptions): Promise<HomeProxy> {
  // For `localhost` Caddy makes a certificate with an authority of its own.
  const site = replaced(read('Caddyfile'), 'rooms.example.org {', `https://localhost:${port} {\n\tbind 127.0.0.1`);
  const global = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';
  const configFile = join(folder, 'Caddyfile');
  writeFileSync(configFile, global + replaced(site, '127.0.0.1:3001', `127.0.0.1:${appPort}`));
  const service = await startService({
    name: 'caddy',
    port,
    logFile: join(folder, 'caddy.log'),
    file: requireProgram('caddy'),
    args: ['run', '--config', configFile, '--adapter', 'caddyfile'],
    spawnOptions: { env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } },
  });
  const authority = () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');
  return { service, url: `https://localhost:${port}`, authority };
}

export const homeProxies = { nginx: startNginxHome, caddy: startCaddyHome } as const;
