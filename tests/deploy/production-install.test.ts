/** Runs the installed server with only the files that the installation commands of docs/deploying.md keep. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { startServerProcess } from '../support/app/server-process.ts';
import { deployFolder } from './documents.ts';

const root = join(deployFolder, '..');

/** Returns the documented commands between the build and the link to the release. */
function readCleanUp(): string {
  const guide = readFileSync(join(root, 'docs/deploying.md'), 'utf8');
  return /^npm run build\n(.*?)^ln -sfn/ms.exec(guide)?.[1] ?? '';
}

test('the installed server and its commands need no package but Node after the documented installation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  symlinkSync(join(root, 'dist/web'), join(folder, 'dist/web'));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'));
  execFileSync('sh', ['-euc', readCleanUp()], { cwd: folder });
  expect(readdirSync(folder).toSorted()).toEqual(['dist', 'package.json']);

  const port = String(await freePort());
  const settings = { PORT: port, DATA_DIR: join(folder, 'data'), PATH: '/usr/bin:/bin' };
  const node = join(folder, 'dist/node');
  const server = startServerProcess(settings, ['--no-demo'], [], { node, folder });
  onTestFinished(async () => {
    server.signal('SIGKILL');
    await server.ended;
  });
  await server.untilOutput('Ctrl-C stops it');
  const statusOf = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).status;
  expect(await statusOf('/health')).toBe(200);
  expect(await statusOf('/api/openapi.json')).toBe(200);
  expect(await statusOf('/idp/assets/open-sans-latin-ext-400-normal.woff2')).toBe(200);
  // The command `backup` reads the data in a worker thread, whose script must be installed too.
  const command = ['dist/server/operator/room-status.js', '--no-demo', 'backup', join(folder, 'backup')];
  execFileSync(node, command, { cwd: folder, env: settings, stdio: 'pipe' });
  expect(existsSync(join(folder, 'backup'))).toBe(true);
});
