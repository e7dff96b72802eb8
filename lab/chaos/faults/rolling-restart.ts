import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Fault } from './fault.ts';

const projectRoot = join(import.meta.dirname, '../../..');

export const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'rolling restart to a new version',
  environments: ['sqlite', 'cluster'],
  rounds: 3,
  isInShortForm: true,
  maxDisconnectedMs: 5_000,
  inject: async ({ apps, createApp, folder }, round) => {
    const version = `9.0.${round}`;
    const root = join(folder, `build-${version}`);
    await copyProject(root, version);
    for (const [index, app] of apps.entries()) {
      await app.stop();
      app.replace(createApp(index, root));
      await app.start();
      await app.untilUp();
    }
    for (const { service } of apps) {
      const running = await versionOf(service.port);
      if (running !== version) return { problem: `${service.name} runs version ${running}` };
    }
    return {};
  },
};

/** Copies the source with another version number, as a new release has. */
async function copyProject(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(projectRoot, 'src'), join(folder, 'src'), { recursive: true });
  for (const name of ['node_modules', 'dist']) await symlink(join(projectRoot, name), join(folder, name));
  const manifest = z.looseObject({}).parse(JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
}

async function versionOf(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/health`);
  return z.object({ version: z.string() }).parse(await response.json()).version;
}
