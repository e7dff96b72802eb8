import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandFile, mainFile } from '../support/app/server-build.ts';

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
