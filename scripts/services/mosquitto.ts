/** A Mosquitto broker of our own, with its retained messages in a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from './find-programs.mjs';
import { freePort, isListening } from './ports.ts';
import { createService, type Service } from './service.ts';

export interface MosquittoService extends Service {
  /** `mqtt://` address. */
  readonly url: string;
}

export interface MosquittoOptions {
  readonly folder: string;
  readonly port?: number;
  /** Further lines of mosquitto.conf; by default everybody may connect. */
  readonly settings?: readonly string[];
}

/** Started already. */
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
    // As root it would change to a user of its own, who may not write there.
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
