/** Finds programs of Debian's packages. Many are in folders that are not in an ordinary user's PATH. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const debianPostgres = '/usr/lib/postgresql';

/**
 * Path of a program; undefined when it is not installed.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [...postgresFolders(), ...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** libfaketime, a library that is preloaded into a process to change its clock. */
export function findFakeTime() {
  const parents = ['/usr/lib', '/usr/local/lib'].filter((folder) => existsSync(folder));
  const folders = parents.flatMap((parent) => [parent, ...readdirSync(parent).map((name) => join(parent, name))]);
  return folders.map((folder) => join(folder, 'faketime', 'libfaketime.so.1')).find((file) => existsSync(file));
}

/** The Nchan module of nginx. */
export function findNchan() {
  return ['/usr/lib/nginx/modules/ngx_nchan_module.so'].find((file) => existsSync(file));
}

/** Debian has one folder for each version of PostgreSQL. The newest comes first. */
function postgresFolders() {
  if (!existsSync(debianPostgres)) return [];
  const versions = readdirSync(debianPostgres).toSorted((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(debianPostgres, version, 'bin'));
}
