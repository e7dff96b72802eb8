/** Where the machine keeps the programs of the services: many are outside of an ordinary user's PATH. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const debianPostgres = '/usr/lib/postgresql';

/**
 * Path of a program, or nothing.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [...postgresFolders(), ...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** The clock that tests can turn: a library that is loaded before the program. */
export function findFakeTime() {
  const parents = ['/usr/lib', '/usr/local/lib'].filter((folder) => existsSync(folder));
  const folders = parents.flatMap((parent) => [parent, ...readdirSync(parent).map((name) => join(parent, name))]);
  return folders.map((folder) => join(folder, 'faketime', 'libfaketime.so.1')).find((file) => existsSync(file));
}

/** A module of nginx, which Debian keeps in one place. */
export function findNchan() {
  return ['/usr/lib/nginx/modules/ngx_nchan_module.so'].find((file) => existsSync(file));
}

/** Debian keeps each version's in a folder of its own; the newest first. */
function postgresFolders() {
  if (!existsSync(debianPostgres)) return [];
  const versions = readdirSync(debianPostgres).toSorted((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(debianPostgres, version, 'bin'));
}
