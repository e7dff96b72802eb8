/** The files that the server reads at run time, such as migrations and style sheets. */
import { createRequire } from 'node:module';

/**
 * NOTE: in the bundle this is the folder dist/server. rolldown.config.ts copies the files to the same paths there and
 * writes each script one folder deep, so the relative address is right in both.
 */
const serverFolder = new URL('../', import.meta.url);

/** A file of src/server, such as `demo/demo-equipment.yaml`. */
export function serverFileOf(path: string): URL {
  return new URL(path, serverFolder);
}

/** A file of the project, such as `package.json`. */
export function projectFileOf(path: string): URL {
  return new URL(`../../${path}`, serverFolder);
}

/** Path of a file of an installed package, such as `better-sqlite3/package.json`. The build has its own copies. */
export const packageFileOf = createRequire(import.meta.url).resolve;
