/** A server process of the product, as a service that can be started, stopped and killed. */
import { join } from 'node:path';
import { createService, type Service } from '../services/service.ts';

export interface AppProcessOptions {
  readonly name: string;
  readonly port: number;
  readonly logFile: string;
  /** Environment variables. The process gets no others but PATH. */
  readonly settings: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** The checkout that it runs; this one by default. */
  readonly root?: string;
}

const ownRoot = join(import.meta.dirname, '../..');

/** Does not start it. A start resolves when the process is healthy. */
export function createAppProcess(options: AppProcessOptions): Service {
  const { name, port, logFile, settings, args, root = ownRoot } = options;
  return createService({
    name,
    port,
    logFile,
    file: process.execPath,
    args: [join(root, 'src/server/app/main.ts'), ...args],
    spawnOptions: {
      cwd: root,
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...settings },
    },
    isReady: () => isHealthy(port),
  });
}

/** Whether `/health` of the process on this port answers 200. */
async function isHealthy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
