/**
 * Breaks each rule of the architecture on purpose and expects an error. All attempts are files of one temporary project
 * with the real configuration and the real folders. The linter and the compiler check this project once.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findErrors } from './support/fences-tree.ts';

interface Attempt {
  readonly file: string;
  readonly source: string;
}

const shared = {
  server: ['http', 'database', 'bus', 'rights', 'audit', 'shared'],
  web: ['api', 'ui', 'language'],
} as const;
const sides = ['server', 'web'] as const;
type Side = (typeof sides)[number];

const thing = `export const thing = 1;\nexport type Thing = typeof thing;`;
const attempts: Attempt[] = [];
let errors: ReadonlyMap<string, string>;

/** Adds a file with the given source to a folder of src. */
function attempt(folder: string, source: string): Attempt {
  const made = { file: `src/${folder}/attempt-${attempts.length}.ts`, source };
  attempts.push(made);
  return made;
}

function importing(folder: string, specifier: string): Attempt {
  return attempt(folder, `import { thing } from '${specifier}';\nexport const other = thing;`);
}

/** Reads the folders from src, so that the tests include each new feature. */
function foldersOf(side: Side): string[] {
  const entries = readdirSync(join(import.meta.dirname, '..', 'src', side), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function featuresOf(side: Side): string[] {
  return foldersOf(side).filter((folder) => folder !== 'app' && !shared[side].some((name) => name === folder));
}

/** Returns pairs of folders of one side. The first folder of a pair must not import the second. */
function forbiddenPairsOf(side: Side): [string, string][] {
  const folders = foldersOf(side).filter((folder) => folder !== 'app');
  const closed = [...featuresOf(side), 'app'];
  return folders.flatMap((from) => closed.filter((to) => to !== from).map((to): [string, string] => [from, to]));
}

function errorsOf({ file }: Attempt): string {
  return errors.get(file) ?? '';
}

function expectRefusals(made: readonly Attempt[], refusal: RegExp): void {
  expect(made).not.toHaveLength(0);
  for (const one of made) expect(errorsOf(one), `${one.file}:\n${one.source}`).toMatch(refusal);
}

const allowed = [
  importing('contract', '../domain/thing.ts'),
  attempt('contract', `import * as z from 'zod/mini';\nexport const number = z.number();`),
  attempt('domain', 'export const dateOf = (at: number): string => new Date(at).toISOString();'),
  attempt(
    'server/rooms',
    `import { sql } from 'kysely';\nimport { join } from 'node:path';\nexport const used = [sql, join];`,
  ),
  attempt(
    'web/rooms',
    `import { useState } from 'react';\nimport * as z from 'zod/mini';\nexport const used = [useState, z];`,
  ),
  ...sides.flatMap((side) =>
    featuresOf(side).flatMap((feature) => [
      importing(`${side}/app`, `../${feature}/thing.ts`),
      importing(`${side}/${feature}`, './thing.ts'),
      importing(`${side}/${feature}`, '../../domain/thing.ts'),
      importing(`${side}/${feature}`, '../../contract/thing.ts'),
      importing(`${side}/${feature}/parts`, '../../../contract/thing.ts'),
      importing(`${side}/${feature}/parts`, '../thing.ts'),
      ...shared[side].map((name) => importing(`${side}/${feature}`, `../${name}/thing.ts`)),
    ]),
  ),
];

const againstTheArrows = [
  importing('domain', '../contract/thing.ts'),
  importing('domain', '../server/http/thing.ts'),
  importing('domain', '../web/api/thing.ts'),
  importing('contract', '../server/http/thing.ts'),
  importing('contract', '../web/api/thing.ts'),
  importing('server/app', '../../web/app/thing.ts'),
  importing('server/rooms', '../../web/rooms/thing.ts'),
  importing('web/app', '../../server/app/thing.ts'),
  importing('web/rooms', '../../server/rooms/thing.ts'),
];

const acrossFeatures = sides.flatMap((side) =>
  forbiddenPairsOf(side).flatMap(([from, to]) => [
    importing(`${side}/${from}`, `../${to}/thing.ts`),
    importing(`${side}/${from}/parts`, `../../${to}/thing.ts`),
  ]),
);

const inEveryForm = [
  '../identity/thing.ts',
  '../../web/rooms/thing.ts',
  './../identity/thing.ts',
  '../rooms/../identity/thing.ts',
  '../http/../identity/thing.ts',
]
  .flatMap((specifier) => [
    `import { thing } from '${specifier}';\nexport const other = thing;`,
    `import type { Thing } from '${specifier}';\nexport type Other = Thing;`,
    `import '${specifier}';`,
    `export { thing } from '${specifier}';`,
    `export * from '${specifier}';`,
    `export const later = () => import('${specifier}');`,
    `export type Other = import('${specifier}').Thing;`,
  ])
  .map((source) => attempt('server/rooms', source));

const foreignPackages = [
  ...['zod/mini', 'kysely', 'node:fs', 'react'].map((name) => attempt('domain', `import '${name}';`)),
  ...['zod', 'zod/v4', 'kysely', 'node:fs', 'react'].map((name) => attempt('contract', `import '${name}';`)),
  ...['react', 'vite', 'react-dom', 'react-router', 'vitest'].map((name) =>
    attempt('server/rooms', `import '${name}';`),
  ),
  ...['fastify', 'kysely', 'better-sqlite3', '@fastify/proxy-addr', 'jose', 'node:fs', 'fs', 'zod'].map((name) =>
    attempt('web/rooms', `import '${name}';`),
  ),
];

const environmentReaders = [
  ...['server/app', 'server/rooms', 'web/app', 'contract'].map((folder) =>
    attempt(folder, `export const port = process.env['PORT'];`),
  ),
  ...['node:process', 'process'].map((name) =>
    attempt('server/app', `import { env } from '${name}';\nexport const all = env;`),
  ),
];

const impurities = [
  'Date.now()',
  'new Date()',
  'Date()',
  'Math.random()',
  `fetch('/')`,
  'globalThis.fetch',
  'setTimeout(() => 1, 1)',
  'setInterval(() => 1, 1)',
  'queueMicrotask(() => 1)',
  `console.error('x')`,
  `console.warn('x')`,
  'performance.now()',
  'crypto.randomUUID()',
  'process.pid',
].map((code) => attempt('domain', `export const read = (): unknown => ${code};`));

const missingPlatforms = [
  attempt('domain', 'export const title = document.title;'),
  attempt('contract', 'export const title = document.title;'),
  attempt('contract', `export const bytes = Buffer.from('');`),
  attempt('server/rooms', 'export const title = document.title;'),
];

const nodeGlobals = ['Buffer', 'process', 'global', 'setImmediate', '__dirname'].map((name) =>
  attempt('web/rooms', `export const used = ${name};`),
);

const unsafe: readonly [rule: string, made: Attempt][] = [
  ['no-explicit-any', attempt('domain', 'export const value: any = 1;')],
  ['consistent-type-assertions', attempt('domain', 'export const value = JSON.parse("1") as number;')],
  ['no-non-null-assertion', attempt('domain', 'export const first = (list: number[]): number => list[0]!;')],
  ['no-unsafe-return', attempt('domain', 'export const parse = (text: string): number => JSON.parse(text);')],
  ['no-floating-promises', attempt('server/rooms', 'export function start(): void {\n  Promise.resolve(1);\n}')],
  ['no-unused-vars', attempt('server/rooms', 'const forgotten = 1;\nexport const value = 2;')],
  ['max-lines', attempt('server/rooms', `export const value = 1;${'\n//'.repeat(200)}`)],
  ['fences(glossary)', attempt('domain', 'export const mostRetries = 3;')],
  ['no-default-export', attempt('server/rooms', 'export default 1;')],
];

beforeAll(() => {
  const folders = sides.flatMap((side) => foldersOf(side).map((folder) => `${side}/${folder}`));
  const things = ['domain', 'contract', ...folders].map((folder) => ({
    file: `src/${folder}/thing.ts`,
    source: thing,
  }));
  const config = { file: 'src/server/app/config.ts', source: `export const port = process.env['PORT'];` };
  errors = findErrors([...things, config, ...attempts]);
}, 120_000);

test('imports that the architecture allows pass the linter and the compiler', () => {
  for (const one of allowed) expect(errorsOf(one), `${one.file}:\n${one.source}`).toBe('');
  expect(errors.get('src/server/app/config.ts')).toBeUndefined();
});

test('the linter refuses an import against the direction domain <- contract <- server and web', () => {
  expectRefusals(againstTheArrows, /fences\(arrows\)/);
});

test('the compiler refuses an import against the direction domain <- contract <- server and web', () => {
  expectRefusals(againstTheArrows, /TS6307|TS6059/);
});

test('a feature must not import another feature or app, and a shared folder must not import a feature', () => {
  expectRefusals(acrossFeatures, /fences\(arrows\)/);
});

test('a forbidden import is refused in every syntax and with every spelling of its path', () => {
  expectRefusals(inEveryForm, /fences\(arrows\)/);
});

test('each layer imports only its packages: domain none, contract zod/mini, server dependencies, web devDependencies', () => {
  expectRefusals(foreignPackages, /fences\(arrows\)/);
});

test('only server/app/config.ts may read environment variables', () => {
  expectRefusals(environmentReaders, /no-process-env|fences\(arrows\)/);
});

test('the domain must not use the clock, random numbers, timers, the network or the log', () => {
  expectRefusals(impurities, /fences\(no-clock\)|no-restricted-globals|no-restricted-properties|no-console/);
});

test('domain, contract and server do not compile with globals of another platform', () => {
  expectRefusals(missingPlatforms, /TS2304|TS2584|TS2580|TS2591/);
});

test('the web app must not use globals of Node', () => {
  expectRefusals(nodeGlobals, /no-restricted-globals/);
});

test.each(unsafe.map(([rule, made]) => ({ rule, made })))('the lint rule $rule is enabled', ({ rule, made }) => {
  expect(errorsOf(made)).toContain(rule);
});
