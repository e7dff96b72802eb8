/** A server process of the product, as a service that can be stopped, killed and started again. */
import { join } from 'node:path';
import { createService, type Service } from '../services/service.ts';

export interface AppProcessOptions {
  readonly name: string;
  readonly port: number;
  readonly logFile: string;
  /** Environment variables; nothing else reaches it but PATH. */
  readonly settings: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** The checkout that it runs from; by default this one. */
  readonly root?: string;
}

const ownRoot = join(import.meta.dirname, '../..');

/** Not started yet. It counts as started when it says itself that it is well. */
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
    stopSignal: 'SIGTERM',
    isReady: () => isWell(port),
  });
}

/** Whether the process there says that it can do its work. */
export async function isWell(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
