/**
 * Breaks each rule of the architecture on purpose and expects an error. All attempts are files of one temporary project
 * with the real configuration and the real folders. The linter and the compiler check this project once.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { folderOrder } from '../scripts/lint/arrows.mjs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { root, toolFile } from '../scripts/setup/tools.mjs';

interface Attempt {
  readonly file: string;
  readonly source: string;
}

const sides = ['server', 'web'] as const;
type Side = (typeof sides)[number];

const thing = `export const thing = 1;\nexport type Thing = typeof thing;`;
const attempts: Attempt[] = [];
let errors: ReadonlyMap<string, string>;

/** Adds a file with the given source to a folder of src. */
function attempt(folder: string, source: string): Attempt {
  const made = { file: `src/${folder}/attempt-${String(attempts.length).padStart(4, '0')}.ts`, source };
  attempts.push(made);
  return made;
}

function importing(folder: string, specifier: string): Attempt {
  return attempt(folder, `import { thing } from '${specifier}';\nexport const other = thing;`);
}

/** Returns the folders of the server or of the web app, from the bottom up. */
function foldersOf(side: Side): readonly string[] {
  return folderOrder[side] ?? [];
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
    'server/board',
    `import { sql } from 'kysely';\nimport { join } from 'node:path';\nexport const used = [sql, join];`,
  ),
  attempt(
    'web/board',
    `import { useState } from 'react';\nimport * as z from 'zod/mini';\nexport const used = [useState, z];`,
  ),
  ...sides.flatMap((side) =>
    foldersOf(side).flatMap((folder, index) => [
      importing(`${side}/${folder}`, './thing.ts'),
      importing(`${side}/${folder}`, '../../domain/thing.ts'),
      importing(`${side}/${folder}/parts`, '../../../contract/thing.ts'),
      importing(`${side}/${folder}/parts`, '../thing.ts'),
      ...foldersOf(side)
        .slice(0, index)
        .map((below) => importing(`${side}/${folder}`, `../${below}/thing.ts`)),
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
  importing('server/board', '../../web/board/thing.ts'),
  importing('web/app', '../../server/app/thing.ts'),
  importing('web/board', '../../server/board/thing.ts'),
];

const upwards = sides.flatMap((side) =>
  foldersOf(side).flatMap((folder, index) =>
    foldersOf(side)
      .slice(index + 1)
      .map((above) => importing(`${side}/${folder}/parts`, `../../${above}/thing.ts`)),
  ),
);

const inEveryForm = [
  '../app/thing.ts',
  '../../web/board/thing.ts',
  './../app/thing.ts',
  '../board/../app/thing.ts',
  '../http/../app/thing.ts',
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
  .map((source) => attempt('server/board', source));

const foreignPackages = [
  ...['zod/mini', 'kysely', 'node:fs', 'react'].map((name) => attempt('domain', `import '${name}';`)),
  ...['zod', 'zod/v4', 'kysely', 'node:fs', 'react'].map((name) => attempt('contract', `import '${name}';`)),
  ...['react', 'vite', 'rolldown', 'react-dom', 'react-router', 'vitest'].map((name) =>
    attempt('server/board', `import '${name}';`),
  ),
  ...['fastify', 'kysely', 'better-sqlite3', 'jose', 'node:fs', 'fs', 'zod', 'vite', 'vitest'].map((name) =>
    attempt('web/board', `import '${name}';`),
  ),
];

const environmentReaders = [
  ...['server/app', 'server/board', 'web/app', 'contract'].map((folder) =>
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

test.each(sides)('ARCHITECTURE.md lists each folder of the %s', (side) => {
  const entries = readdirSync(join(root, 'src', side), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'public').map(({ name }) => name);
  expect(folders.toSorted()).toEqual([...foldersOf(side)].toSorted());
});

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

test('a folder must not import a folder that ARCHITECTURE.md lists above it', () => {
  expectRefusals(upwards, /fences\(arrows\)/);
});

test('a forbidden import is refused in every syntax and with every spelling of its path', () => {
  expectRefusals(inEveryForm, /fences\(arrows\)/);
});

test('each layer imports only its packages: domain none, contract zod/mini, server and web their own, and no layer the packages of the build and the tests', () => {
  expectRefusals(foreignPackages, /fences\(arrows\)/);
});

test('only server/app/config.ts may read environment variables', () => {
  expectRefusals(environmentReaders, /no-process-env|fences\(arrows\)/);
});

test('the domain must not use the clock, random numbers, timers, the network or the log', () => {
  expectRefusals(impurities, /fences\(no-clock\)|no-restricted-globals|no-restricted-properties|no-console/);
});

const layers = ['src/domain', 'src/contract', 'src/server', 'src/web'];

/** Returns the errors by path, with rules of the linter (`fences(arrows)`) and codes of the compiler (`TS2304`). */
function findErrors(sources: readonly { readonly file: string; readonly source: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-fences-'));
  const configs = layers.map((layer) => `${layer}/tsconfig.json`);
  for (const path of [
    'package.json',
    'ARCHITECTURE.md',
    '.oxlintrc.json',
    'tsconfig.base.json',
    'scripts/lint',
    ...configs,
  ]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const { file, source } of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  const run = (file: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout;
  const lint = run(toolFile('oxlint'), '--format=unix', 'src');
  const types = run(toolFile('typescript', 'tsc'), '-b', '--pretty', 'false', ...layers);
  rmSync(folder, { recursive: true, force: true });
  const found = new Map<string, string>();
  for (const [, path = '', text = ''] of `${lint}\n${types}`.matchAll(/^(src\/[^:(]+)[:(](.*)$/gm)) {
    found.set(path, `${found.get(path) ?? ''}${text}\n`);
  }
  return found;
}
