/** Starts a NATS server without persistence. */
import { join } from 'node:path';
import { requireProgram } from './find-programs.mjs';
import { freePort } from './ports.ts';
import { startService } from './service.ts';

export type NatsService = Awaited<ReturnType<typeof startNats>>;

/** Starts NATS with its log in the folder. Resolves when it accepts connections. `args`: more arguments. */
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
