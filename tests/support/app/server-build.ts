/** Global setup of the tests that start the server or its commands as programs. They run the build, as a home does. */
import { join } from 'node:path';
import { ensureServerBuild } from '../../../scripts/setup/builds.mjs';

const folder = join(import.meta.dirname, '../../../dist/server/app');

export const mainFile = join(folder, 'main.js');
export const commandFile = join(folder, 'room-status.js');

export async function setup(): Promise<void> {
  await ensureServerBuild(process.execPath);
}
