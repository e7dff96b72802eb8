/** Starts a Mosquitto broker that persists its messages in a folder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireProgram } from '../../../scripts/services/find-programs.mjs';
import { freePort } from '../../../scripts/services/ports.ts';
import { startService } from '../../../scripts/services/service.ts';
import { tmpdir } from 'node:os';

export type MosquittoService = Awaited<ReturnType<typeof startMosquitto>>;

/** Starts Mosquitto. Resolves when it accepts connections. `settings` are additional lines of mosquitto.conf. */
export async function startMosquitto(options: { folder: string; settings?: readonly string[] }) {
  const { folder, settings = ['allow_anonymous true'] } = options;
  const port = await freePort();
  const lines = [
    `listener ${port} 127.0.0.1`,
    'persistence true',
    `persistence_location ${folder}/`,
    // When root starts Mosquitto, it changes to its own user by default, who may not write to the folder.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    ...settings,
  ];
  await mkdir(folder, { recursive: true });
  const configFile = join(folder, 'mosquitto.conf');
  await writeFile(configFile, `${lines.join('\n')}\n`);
  const service = await startService({
    name: 'Mosquitto',
    port,
    logFile: join(folder, 'mosquitto.log'),
    file: requireProgram('mosquitto'),
    args: ['-c', configFile],
  });
  return { ...service, url: `mqtt://127.0.0.1:${port}` };
}

/** Starts a Mosquitto in a new folder. `settings`: more lines of mosquitto.conf. By default any client may connect. */
export async function startOwnMosquitto(settings?: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-mosquitto-'));
  const mosquitto = await startMosquitto({ folder, ...(settings !== undefined && { settings }) });
  return {
    ...mosquitto,
    /** Deletes the sessions and messages of Mosquitto, which must be stopped. */
    deleteSessions: () => rm(join(folder, 'mosquitto.db'), { force: true }),
    /** Stops Mosquitto and deletes its files. */
    close: async () => {
      await mosquitto.stop();
      await rm(folder, { recursive: true });
    },
  };
}
