/** A server process of the product, as a service that can be started, stopped and killed. */
import { join } from 'node:path';
import { createService, type Service } from '../services/service.ts';

export interface AppProcessOptions {
  readonly name: string;
  readonly port: number;
  readonly logFile: string;
  /** The environment variables of the process, which inherits only PATH and TZ. */
  readonly settings: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** The folder of the built project that the process runs; this project by default. */
  readonly root?: string;
}

/** Creates the service without starting it. Its `start` resolves when the process is healthy. */
export function createAppProcess(options: AppProcessOptions): Service {
  const { name, port, logFile, settings, args, root = join(import.meta.dirname, '../..') } = options;
  return createService({
    name,
    port,
    logFile,
    file: process.execPath,
    args: [join(root, 'dist/server/app/main.js'), ...args],
    spawnOptions: {
      cwd: root,
      // The process gets TZ, because alert rules have hours in the time zone of the server.
      env: { PATH: process.env['PATH'], TZ: process.env['TZ'], HOST: '127.0.0.1', PORT: String(port), ...settings },
    },
    isReady: () => isHealthy(port),
  });
}

/** Returns whether `/health` of the process on this port responds with 200. */
async function isHealthy(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response?.ok ?? false;
}
