/** A Mosquitto for one test, since its sessions outlive their clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MosquittoService, startMosquitto } from '../../../scripts/services/mosquitto.ts';

export interface OwnMosquitto extends MosquittoService {
  /** Deletes its sessions and messages. Only while it is stopped. */
  deleteSessions(): Promise<void>;
  /** Stops it and deletes its files. */
  close(): Promise<void>;
}

/** `settings`: more lines of mosquitto.conf. By default every client may connect. */
export async function startOwnMosquitto(settings?: readonly string[]): Promise<OwnMosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-mosquitto-'));
  const mosquitto = await startMosquitto({ folder, ...(settings !== undefined && { settings }) });
  return {
    ...mosquitto,
    deleteSessions: () => rm(join(folder, 'mosquitto.db'), { force: true }),
    close: async () => {
      await mosquitto.stop();
      await rm(folder, { recursive: true });
    },
  };
}
