/** Starts a NATS server without persistence. */
import { join } from 'node:path';
import { findProgram } from './find-programs.mjs';
import { freePort, isListening } from './ports.ts';
import { createService, type Service } from './service.ts';

export interface NatsService extends Service {
  /** Address with `nats://`. */
  readonly url: string;
}

export interface NatsOptions {
  /** For the log. */
  readonly folder: string;
  readonly port?: number;
  /** More arguments, such as an account. */
  readonly args?: readonly string[];
}

/** Resolves when it accepts connections. */
export async function startNats(options: NatsOptions): Promise<NatsService> {
  const file = findProgram('nats-server');
  if (file === undefined) throw new Error('NATS is not installed: there is no nats-server');
  const port = options.port ?? (await freePort());
  const service = createService({
    name: 'NATS',
    port,
    logFile: join(options.folder, 'nats.log'),
    file,
    args: ['-a', '127.0.0.1', '-p', String(port), ...(options.args ?? [])],
    stopSignal: 'SIGTERM',
    isReady: () => isListening(port),
  });
  await service.start();
  return { ...service, url: `nats://127.0.0.1:${port}` };
}
