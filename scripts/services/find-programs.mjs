/** Finds programs of Debian's packages. Many of these programs are in folders that an ordinary user's PATH does not contain. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of the first of these programs that is installed; undefined when none is.
 * @param {readonly string[]} names
 */
export function findProgram(...names) {
  const folders = [...postgresFolders(), ...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find((file) => existsSync(file));
}

/** Path of a program. Throws when it is not installed. @param {string} name */
export function requireProgram(name) {
  const file = findProgram(name);
  if (file === undefined) throw new Error(`The program ${name} is not installed`);
  return file;
}

/** Path of the machine's Chromium, or of the browser that the variable CHROMIUM names. */
export function findChromium() {
  const { CHROMIUM: chosen = '' } = process.env;
  if (chosen !== '') return chosen;
  return findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}

/** Path of the browser of the tests. The headless shell has no browser window and needs a quarter less processor time. */
export function findTestBrowser() {
  const { CHROMIUM: chosen = '' } = process.env;
  return chosen !== '' ? chosen : (findProgram('chromium-headless-shell') ?? findChromium());
}

/** Path of libfaketime, a library that is preloaded into a process to change its clock. */
export function findFakeTime() {
  const parents = ['/usr/lib', '/usr/local/lib'].filter((folder) => existsSync(folder));
  const folders = parents.flatMap((parent) => [parent, ...readdirSync(parent).map((name) => join(parent, name))]);
  return folders.map((folder) => join(folder, 'faketime', 'libfaketime.so.1')).find((file) => existsSync(file));
}

/** Path of the Nchan module of nginx. */
export function findNchan() {
  return ['/usr/lib/nginx/modules/ngx_nchan_module.so'].find((file) => existsSync(file));
}

/** Debian has one folder for each version of PostgreSQL. The newest version comes first. */
function postgresFolders() {
  const parent = '/usr/lib/postgresql';
  if (!existsSync(parent)) return [];
  const versions = readdirSync(parent).toSorted((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(parent, version, 'bin'));
}
