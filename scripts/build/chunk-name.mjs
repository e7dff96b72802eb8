/**
 * Names the few chunks in which modules come: those that every page needs, those of all pages behind the login, and those
 * of the boards. Otherwise the bundler makes a chunk of its own for modules that several of its chunks need, and many
 * small files compress worse than one.
 */
const entry = 'src/web/app/main.ts';
const start = 'src/web/app/start.tsx';
const app = 'src/web/app/app.tsx';
const boards = 'src/web/app/boards.tsx';
const lists = 'src/web/app/place-lists.tsx';

/**
 * The name of the chunk of a module. Null: the bundler decides.
 * @param {string} id
 * @param {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} modules
 */
export function chunkName(id, modules) {
  /** @type {Set<string>} */
  const users = new Set([id]);
  for (const user of users) for (const importer of modules.getModuleInfo(user)?.importers ?? []) users.add(importer);
  const paths = [...users].map((user) => user.replaceAll('\\', '/'));
  const isUsedBy = (/** @type {string} */ path) => paths.some((each) => each.endsWith(path));
  if (isUsedBy(entry)) return null;
  if (isUsedBy(start)) return 'start';
  if (isUsedBy(app) || (isUsedBy(boards) && isUsedBy(lists))) return 'app';
  return isUsedBy(boards) ? 'boards' : null;
}
