/**
 * Names the few chunks in which modules come: those that every page needs, those of all pages behind the login, those of
 * the boards, and for each language the texts of all pages and those of the administration. Otherwise the bundler makes a chunk of its own for modules that several of its chunks need, and many
 * small files compress worse than one.
 */
const entry = 'src/web/app/main.ts';
const start = 'src/web/app/start.tsx';
const app = 'src/web/app/app.tsx';
const boards = 'src/web/board/boards.tsx';
const lists = 'src/web/board/lists/place-lists.tsx';
const textsPath = /\/src\/web\/language\/(\w\w)\/([\w-]+)\.json$/;

/**
 * The name of the chunk of a module. Null: the bundler decides.
 * @param {string} id
 * @param {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} modules
 */
export function chunkName(id, modules) {
  const importersOf = (/** @type {string} */ each) => modules.getModuleInfo(each)?.importers ?? [];
  const [, language, feature] = textsPath.exec(id.replaceAll('\\', '/')) ?? [];
  // The texts of a feature that is loaded with all its languages have importers, and are in the chunk of the feature.
  if (feature !== undefined && importersOf(id).length === 0)
    return `${feature === 'page' ? 'page' : 'manage'}-${language}`;
  /** @type {Set<string>} */
  const users = new Set([id]);
  for (const user of users) for (const importer of importersOf(user)) users.add(importer);
  return chunkOfUsers([...users].map((user) => user.replaceAll('\\', '/')));
}

/** @param {readonly string[]} paths */
function chunkOfUsers(paths) {
  const isUsedBy = (/** @type {string} */ path) => paths.some((each) => each.endsWith(path));
  if (isUsedBy(entry)) return null;
  if (isUsedBy(start)) return 'start';
  if (isUsedBy(app) || (isUsedBy(boards) && isUsedBy(lists))) return 'app';
  return isUsedBy(boards) ? 'boards' : null;
}
