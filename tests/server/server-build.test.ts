import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { commandFile, mainFile } from '../support/app/server-build.ts';
import { startServerProcess } from '../support/app/server-process.ts';

const staticImport = /^import (?:[^;]*? from )?"(\.[^"]+)";$/gm;
/** The bundler writes the path of each module above its code. */
const packageOfModule = /^\/\/ (?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//gm;

/** The packages in a file of the build and in all files that it imports before it runs. */
function packagesLoadedBy(entry: string): Set<string> {
  const files = [entry];
  const packages = new Set<string>();
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    for (const [, name = ''] of code.matchAll(packageOfModule)) packages.add(name);
    const imported = [...code.matchAll(staticImport)].map(([, path = '']) => join(dirname(file), path));
    files.push(...imported.filter((path) => !files.includes(path)));
  }
  return packages;
}

test('a start loads no package of PostgreSQL, NATS, MQTT, the embedded identity provider, files of the operator or the demo before the settings ask for it', () => {
  const loaded = packagesLoadedBy(mainFile);
  for (const name of ['fastify', 'kysely', 'zod']) expect(loaded).toContain(name);
  const unused = [
    'pg',
    '@nats-io/transport-node',
    'mqtt',
    'aedes',
    'oidc-provider',
    'yaml',
    'csv-parse',
    'csv-stringify',
  ];
  expect(unused.filter((name) => loaded.has(name))).toEqual([]);
});

test('a command loads neither the web server nor the identity provider', () => {
  const loaded = packagesLoadedBy(commandFile);
  expect(loaded).toContain('commander');
  expect(['fastify', 'oidc-provider', 'aedes', 'mqtt'].filter((name) => loaded.has(name))).toEqual([]);
});

test('the built server serves the API description and the style and fonts of the sign-in form', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-build-'));
  const port = String(await freePort());
  const server = startServerProcess({ PORT: port, DATA_DIR: folder }, ['--no-demo']);
  onTestFinished(async () => {
    server.signal('SIGKILL');
    await server.ended;
    rmSync(folder, { recursive: true });
  });
  await server.untilOutput('Ctrl-C stops it');
  const typeOf = async (path: string) => {
    const response = await fetch(`http://localhost:${port}${path}`);
    return `${response.status} ${response.headers.get('content-type')}`;
  };
  expect(await typeOf('/api/openapi.json')).toBe('200 application/json; charset=utf-8');
  expect(await typeOf('/api/docs')).toBe('200 text/html; charset=utf-8');
  expect(await typeOf('/api/docs.css')).toBe('200 text/css; charset=utf-8');
  expect(await typeOf('/idp/assets/provider.css')).toBe('200 text/css; charset=utf-8');
  expect(await typeOf('/idp/assets/poppins-latin-600-normal.woff2')).toBe('200 font/woff2');
});
