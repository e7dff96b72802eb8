import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { commandFile, mainFile } from '../support/app/server-build.ts';
import { startServerProcess } from '../support/app/server-process.ts';

const staticImport = /^import (?:[^;]*? from )?"(\.[^"]+)";$/gm;

/** Returns the files that an entry of the build imports, by the form of the import. */
const importsOf = (file: string, form: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(form)].map(([, path = '']) => join(dirname(file), path));

test.each([
  ['the server', mainFile],
  ['a command', commandFile],
])('an old Node that starts %s gets one sentence about the version that is needed', async (_name, file) => {
  // An old Node fails while it loads any other file, so nothing else may be loaded before the check.
  const loaded = importsOf(file, staticImport);
  expect(loaded).toHaveLength(1);
  expect(loaded.flatMap((path) => readFileSync(path, 'utf8').match(/^import .*$/gm) ?? [])).toEqual([]);
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, file];
    execFile(process.execPath, args, (error, stdout, stderr) => resolve({ code: error?.code, text: stdout + stderr }));
  });
  expect(text).toMatch(/^Room Status runs on Node\.js 22\.18 or newer .*npm start.*\n$/);
  expect(code).toBe(1);
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
