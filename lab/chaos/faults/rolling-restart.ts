import { join } from 'node:path';
import * as z from 'zod/mini';
import { copyBuild } from '../environments/other-build.ts';
import type { Fault } from './fault.ts';

export const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'rolling restart to a new build',
  environments: ['sqlite', 'cluster'],
  rounds: 3,
  isInShortForm: true,
  mostDarkMs: 5_000,
  round: async ({ apps, otherBuild, folder }, round) => {
    const version = `9.0.${round}`;
    const root = join(folder, `build-${version}`);
    await copyBuild(root, version);
    for (const [index, app] of apps.entries()) {
      await app.stop();
      app.replace(otherBuild(index, root));
      await app.start();
      await app.back();
    }
    for (const { service } of apps) {
      const running = await versionOf(service.port);
      if (running !== version) return { finding: `${service.name} runs version ${running}` };
    }
    return {};
  },
};

async function versionOf(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/health`);
  return z.object({ version: z.string() }).parse(await response.json()).version;
}
