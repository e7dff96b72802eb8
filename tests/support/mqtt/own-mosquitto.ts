/** A Mosquitto for one test: it would keep the share of a process that is gone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MosquittoService, startMosquitto } from '../../../scripts/services/mosquitto.ts';

export interface OwnMosquitto extends MosquittoService {
  /** All that it has kept; while it does not run. */
  forget(): Promise<void>;
  /** With all that it has kept. */
  close(): Promise<void>;
}

/** `settings`: further lines of mosquitto.conf; by default everybody may connect. */
export async function startOwnMosquitto(settings?: readonly string[]): Promise<OwnMosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-mosquitto-'));
  const mosquitto = await startMosquitto({ folder, ...(settings !== undefined && { settings }) });
  return {
    ...mosquitto,
    forget: () => rm(join(folder, 'mosquitto.db'), { force: true }),
    close: async () => {
      await mosquitto.stop();
      await rm(folder, { recursive: true });
    },
  };
}
