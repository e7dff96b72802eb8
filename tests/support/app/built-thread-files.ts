/**
 * Takes the place of src/server/shared/thread-files.ts in tests: threads that read home files run from the build, as in
 * a home. From its sources such a thread needs half a second of the processor to start, and the tests start hundreds.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverFileOf } from '../../../src/server/shared/server-files.ts';

const buildFolder = pathToFileURL(join(import.meta.dirname, '../../../dist/server/'));

export function threadFileOf(name: string): URL {
  // NOTE: the build has its own SQLite library, and two of them in one process release the locks of each other. So the
  // threads that open a database run from the sources.
  return name.startsWith('home/') ? new URL(`${name}.js`, buildFolder) : serverFileOf(`${name}.ts`);
}
