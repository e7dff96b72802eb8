/**
 * Puts all modules that `app/app.tsx` needs at once into one chunk. Otherwise the bundler makes a chunk of its own for
 * those that pages loaded later need too, and many small files compress worse than one.
 */
const entry = 'src/web/app/main.tsx';
const app = 'src/web/app/app.tsx';

/**
 * The name of the chunk of a module. Null: the bundler decides.
 * @param {string} id
 * @param {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} modules
 * @returns {string | null}
 */
export function appChunkName(id, modules) {
  /** @type {Set<string>} */
  const users = new Set([id]);
  for (const user of users) for (const importer of modules.getModuleInfo(user)?.importers ?? []) users.add(importer);
  const paths = [...users].map((user) => user.replaceAll('\\', '/'));
  const isUsedBy = (/** @type {string} */ path) => paths.some((each) => each.endsWith(path));
  return isUsedBy(app) && !isUsedBy(entry) ? 'app' : null;
}
