/** Starts a NATS server without persistence. */
import { join } from 'node:path';
import { requireProgram } from './find-programs.mjs';
import { freePort } from './ports.ts';
import { type Service, startService } from './service.ts';

export interface NatsService extends Service {
  /** Address with `nats://`. */
  readonly url: string;
}

export interface NatsOptions {
  /** For the log. */
  readonly folder: string;
  /** More arguments, such as an account. */
  readonly args?: readonly string[];
}

/** Resolves when it accepts connections. */
export async function startNats({ folder, args = [] }: NatsOptions): Promise<NatsService> {
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
