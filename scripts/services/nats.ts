/** Starts a NATS server without persistence. */
import { join } from 'node:path';
import { requireProgram } from './find-programs.mjs';
import { freePort } from './ports.ts';
import { startService } from './service.ts';

export type NatsService = Awaited<ReturnType<typeof startNats>>;

/** Resolves when NATS accepts connections. The folder gets the log, `args` are additional arguments of nats-server. */
export async function startNats({ folder, args = [] }: { folder: string; args?: readonly string[] }) {
  const port = await freePort();
  const service = await startService({
    name: 'NATS',
    port,
    logFile: join(folder, 'nats.log'),
    file: requireProgram('nats-server'),
    args: ['-a', '127.0.0.1', '-p', String(port), ...args],
  });
  return { ...service, url: `nats://127.0.0.1:${port}` };
}
