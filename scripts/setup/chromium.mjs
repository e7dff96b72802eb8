/** The browser of the end-to-end tests: the machine's own Chromium. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, step } from './progress.mjs';
import { run } from './tools.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of the browser, or nothing; the variable CHROMIUM names it outright. */
export function findChromium() {
  if (process.env.CHROMIUM !== undefined && process.env.CHROMIUM !== '') return process.env.CHROMIUM;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
}

/** Installs Chromium where that is possible without asking; throws one sentence where it is not. */
export async function ensureChromium() {
  if (findChromium() !== undefined) return;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new SetupError(
      'The end-to-end tests need Chromium: install it, or set CHROMIUM to its path, and run the command again.',
    );
  }
  await step('Installing Chromium', 'Chromium installed', async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env, quiet: true });
    const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      quiet: true,
    });
    if (code !== 0) throw new SetupError(`${output.trim()}\nChromium could not be installed; the lines above say why.`);
  });
}
