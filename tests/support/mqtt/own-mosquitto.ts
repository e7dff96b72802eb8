/** Starts a Mosquitto for one test. Tests do not share one, because its sessions outlive their clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMosquitto } from './mosquitto.ts';

/** `settings`: additional lines of mosquitto.conf. By default every client may connect. */
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
