/** The scripts of the server's threads. */
import { extname } from 'node:path';
import { serverFileOf } from './server-files.ts';

/** The script of a thread, such as `home/home-file-worker`: the source when this program runs from its sources, else the built file. */
export function threadFileOf(name: string): URL {
  return serverFileOf(`${name}${extname(import.meta.url)}`);
}
