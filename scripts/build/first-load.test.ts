import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { firstLoadOf } from './first-load.mjs';

const entry = '<script type="module" crossorigin src="/assets/index.js"></script>';

test('the first load contains the scripts of the page, preloaded modules and their static imports, but no dynamic imports', () => {
  const folder = siteOf({
    'index.html': `<script src="/appearance.js"></script>${entry}<link rel="modulepreload" crossorigin href="/assets/preloaded.js">`,
    'appearance.js': 'document.title',
    'assets/index.js': 'import{a}from"./shared.js";import"./side.js";export{b}from"./more.js";import("./menu.js")',
    'assets/shared.js': 'export const a=1',
    'assets/side.js': 'import{a}from"./shared.js";a()',
    'assets/more.js': 'import"./index.js";export const b=1',
    'assets/preloaded.js': 'export const c=1',
    'assets/menu.js': 'later',
  });
  expect(
    firstLoadOf(folder)
      .map((file) => file.path)
      .toSorted(),
  ).toEqual([
    '/appearance.js',
    '/assets/index.js',
    '/assets/more.js',
    '/assets/preloaded.js',
    '/assets/shared.js',
    '/assets/side.js',
  ]);
});

test('sizes are measured after brotli compression', () => {
  const folder = siteOf({ 'index.html': entry, 'assets/index.js': 'say("hello");'.repeat(10_000) });
  expect(firstLoadOf(folder)[0]?.bytes).toBeLessThan(200);
});

test('a page without scripts, or with a script that was not built, is an error', () => {
  expect(() => firstLoadOf(siteOf({ 'index.html': '<html></html>' }))).toThrow(/loads no script/);
  expect(() => firstLoadOf(siteOf({ 'index.html': entry }))).toThrow(/was not built/);
});

function siteOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-site-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
