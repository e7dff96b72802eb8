/** Starts a Mosquitto broker that persists its messages in a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from './find-programs.mjs';
import { freePort, isListening } from './ports.ts';
import { createService, type Service } from './service.ts';

export interface MosquittoService extends Service {
  /** Address with `mqtt://`. */
  readonly url: string;
}

export interface MosquittoOptions {
  readonly folder: string;
  readonly port?: number;
  /** More lines of mosquitto.conf. By default anonymous clients may connect. */
  readonly settings?: readonly string[];
}

/** Resolves when it accepts connections. */
export async function startMosquitto(options: MosquittoOptions): Promise<MosquittoService> {
  const { folder, settings = ['allow_anonymous true'] } = options;
  const file = findProgram('mosquitto');
  if (file === undefined) throw new Error('Mosquitto is not installed: there is no mosquitto');
  const port = options.port ?? (await freePort());
  await mkdir(folder, { recursive: true });
  const lines = [
    `listener ${port} 127.0.0.1`,
    'persistence true',
    `persistence_location ${folder}/`,
    // When started by root it changes to its own user, who may not write to the folder.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    ...settings,
  ];
  const configFile = join(folder, 'mosquitto.conf');
  await writeFile(configFile, `${lines.join('\n')}\n`);
  const service = createService({
    name: 'Mosquitto',
    port,
    logFile: join(folder, 'mosquitto.log'),
    file,
    args: ['-c', configFile],
    stopSignal: 'SIGTERM',
    isReady: () => isListening(port),
  });
  await service.start();
  return { ...service, url: `mqtt://127.0.0.1:${port}` };
}
