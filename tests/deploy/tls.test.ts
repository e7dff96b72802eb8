import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { maxHomeFileLength } from '../../src/contract/home/home-file.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { freePort } from '../../scripts/services/ports.ts';
import { runCommand } from '../support/app/run-command.ts';
import { seedDeviceKey } from '../support/app/seed-data.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { readEvents } from '../support/event-reader.ts';
import { signIn } from '../support/identity/sign-in.ts';
import { readServiceSettings } from './documents.ts';
import { ensureCertificate } from '../../scripts/cluster/front.ts';
import { requireProgram } from '../../scripts/services/find-programs.mjs';
import { startNginx } from '../../scripts/services/nginx.ts';
import { type Service, startService } from '../../scripts/services/service.ts';

const wardUUID = '00000000-0000-4000-8000-000000000001';
const home = `client,location,ward,wardUUID,displayName\nA,House,Ward X,${wardUUID},Room 1\n`;
const password = 'a long password';

beforeAll(() => ensureServices(['nginx', 'caddy', 'openssl']), 300_000);

describe.each(['nginx', 'caddy'] as const)('behind the TLS proxy %s', (name) => {
  let folder: string;
  let settings: Readonly<Record<string, string>>;
  let server: ServerProcess;
  let proxy: HomeProxy;
  let deviceKey: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `room-status-${name}-`));
    const [appPort, port] = [await freePort(), await freePort()];
    settings = {
      ...readServiceSettings(),
      DATA_DIR: join(folder, 'data'),
      PORT: String(appPort),
      ROOM_STATUS_URL: `https://localhost:${port}`,
      ROOM_STATUS_ADMIN_PASSWORD: password,
      METRICS_TOKEN: 'a token of metrics',
    };
    server = startServerProcess(settings, ['--no-demo']);
    await server.untilOutput('Ctrl-C stops it');
    writeFileSync(join(folder, 'home.csv'), home);
    await runCommand(settings, ['import', join(folder, 'home.csv')]);
    deviceKey = await seedDeviceKey(settings);
    proxy = await homeProxies[name]({ folder, appPort, port });
    await vi.waitFor(untilReady, { timeout: 30_000 });
    setDefaultCACertificates([...getCACertificates('default'), proxy.authority()]);
  }, 120_000);
  afterAll(async () => {
    await proxy.service.stop();
    server.signal('SIGKILL');
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function untilReady(): Promise<void> {
    const { status } = await ask('/health');
    if (status !== 200) throw new Error(`the proxy answers with ${status}`);
  }

  function send(path: string, options: RequestOptions = {}) {
    const outgoing = request(`${proxy.url}${path}`, { rejectUnauthorized: false, agent: false, ...options });
    const response = once(outgoing, 'response').then(([first]: IncomingMessage[]) => first?.setEncoding('utf8'));
    return { outgoing, response };
  }

  async function ask(path: string, options: RequestOptions = {}, body = '') {
    const { outgoing, response } = send(path, options);
    outgoing.end(body);
    const answer = await response;
    return { status: answer?.statusCode, headers: answer?.headers ?? {}, text: (await answer?.toArray())?.join('') };
  }

  const reportOptions = (type: string): RequestOptions => ({
    method: 'POST',
    headers: { authorization: `Bearer ${deviceKey}`, 'content-type': type },
  });
  const report = (status: string) =>
    ask('/api/reports', reportOptions('application/json'), JSON.stringify({ room: 'house/room-1', status }));

  test('staff sign in, and a report that a device sends reaches the open board at once', async () => {
    const { accessToken } = await signIn(proxy.url, 'admin', password);
    const reader = await readEvents(proxy.url, wardUUID, accessToken);
    const next = reader.next();
    expect((await report('out_of_bed')).status).toBe(200);
    expect(await next).toMatchObject([{ roomStatus: 3 }]);
    reader.close();
  });

  test('an administrator imports a home file of the maximum length', async () => {
    const { accessToken } = await signIn(proxy.url, 'admin', password);
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    };
    const text = 'clients: [{ displayName: A }]\n#'.padEnd(maxHomeFileLength, ' a comment');
    const body = JSON.stringify({ format: 'yaml', text });
    expect((await ask('/api/manage/home/import?dryRun=true', options, body)).status).toBe(200);
  });

  test('each line of an NDJSON connection gets its response while the connection stays open', async () => {
    const { outgoing, response } = send('/api/reports', reportOptions('application/x-ndjson'));
    outgoing.write('{"room": "house/room-1", "status": "in_bed"}\n');
    const answer = await response;
    const line = async () => String((await once(answer ?? outgoing, 'data'))[0]);
    expect(await line()).toContain('"outcome":"accepted"');
    const second = line();
    outgoing.write('{"room": "house/room-2", "status": "in_bed"}\n');
    expect(await second).toContain('"outcome":"refused"');
    outgoing.end();
  });

  test('the proxy hides /metrics of the server', async () => {
    expect((await ask('/metrics', { headers: { authorization: 'Bearer a token of metrics' } })).status).toBe(404);
    const direct = await fetch(`http://127.0.0.1:${settings['PORT']}/metrics`, {
      headers: { authorization: 'Bearer a token of metrics' },
    });
    expect(direct.status).toBe(200);
  });

  test('the proxy responds to a call with 503 and Retry-After while the server is stopped', async () => {
    server.signal('SIGTERM');
    await server.ended;
    const { status, headers, text } = await report('in_bed');
    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json' });
    expect(JSON.parse(text ?? '')).toMatchObject({ status: 503 });
  });

  test('the proxy replaces a forged address in X-Forwarded-For with the address of the sender', async () => {
    const echo = createServer(({ headers }, response) => response.end(String(headers['x-forwarded-for'])));
    await new Promise<void>((resolve) => echo.listen(Number(settings['PORT']), '127.0.0.1', resolve));
    const { text } = await ask('/api/clients', { headers: { 'x-forwarded-for': '192.0.2.1' } });
    echo.closeAllConnections();
    echo.close();
    expect(text).toBe('127.0.0.1');
  });
});

interface HomeProxy {
  readonly service: Service;
  readonly url: string;
  /** Returns the PEM text of the certificate authority that clients must trust. */
  readonly authority: () => string;
}

interface ProxyOptions {
  readonly folder: string;
  readonly appPort: number;
  /** The port of the proxy for browsers. */
  readonly port: number;
}

/** Replaces a part of a text. Throws if the text does not contain `from`, so that a changed file is noticed. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the file does not contain ${from}`);
  return text.replaceAll(from, to);
}

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy/tls', file), 'utf8');

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
  const main = readFileSync(join(import.meta.dirname, '../../deploy/front/nginx.conf'), 'utf8');
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

const homeProxies = { nginx: startNginxHome, caddy: startCaddyHome } as const;
