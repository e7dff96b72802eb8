import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstLoadOf } from './first-load.mjs';

const entry = '<script type="module" crossorigin src="/assets/index.js"></script>';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-site-'));
  mkdirSync(join(folder, 'assets'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the first load contains the scripts of the page, preloaded modules and their static imports, but no dynamic imports', () => {
  const page = `<script src="/appearance.js"></script>${entry}<link rel="modulepreload" crossorigin href="/assets/preloaded.js">`;
  write('index.html', page);
  write('appearance.js', 'document.title');
  write('assets/index.js', 'import{a}from"./shared.js";export{b}from"./more.js";import("./menu.js")');
  write('assets/shared.js', 'export const a=1');
  write('assets/more.js', 'import"./index.js";export const b=1');
  write('assets/preloaded.js', 'export const c=1');
  write('assets/menu.js', 'document.body');
  const files = ['appearance.js', 'assets/index.js', 'assets/preloaded.js', 'assets/shared.js', 'assets/more.js'];
  expect(firstLoadOf(folder, []).map(({ path }) => path)).toEqual(files.map((file) => `/${file}`));
});

test('the first load of a ward also contains the script that the page imports for it, with its static imports', () => {
  write('index.html', entry);
  write('assets/index.js', 'import("./app-aB_3-x9Z.js")');
  write('assets/app-aB_3-x9Z.js', 'import"./shared.js"');
  write('assets/shared.js', 'export const a=1');
  const paths = firstLoadOf(folder, ['app']).map(({ path }) => path);
  expect(paths).toEqual(['/assets/index.js', '/assets/app-aB_3-x9Z.js', '/assets/shared.js']);
  expect(() => firstLoadOf(folder, ['ward']), 'a budget for a script that does not exist would always be met').toThrow(
    /not exactly one script/,
  );
});

function write(path: string, content: string): void {
  writeFileSync(join(folder, path), content);
}
