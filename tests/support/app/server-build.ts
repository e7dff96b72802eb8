/** Global setup of the tests that start the server or its commands as programs: builds them, as for a home. */
import { join } from 'node:path';
import { ensureServerBuild } from '../../../scripts/setup/builds.mjs';

const folder = join(import.meta.dirname, '../../../dist/server');

export const mainFile = join(folder, 'app/main.js');
export const commandFile = join(folder, 'operator/room-status.js');

export async function setup(): Promise<void> {
  await ensureServerBuild(process.execPath);
}
