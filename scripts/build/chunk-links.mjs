/**
 * Names the scripts and styles that the page imports dynamically in index.html. The service worker reads in the page which
 * files it needs (decision 033).
 */

/**
 * A script that the page or another script imports.
 * @typedef {{
 *   fileName: string,
 *   name: string,
 *   imports: string[],
 *   moduleIds: string[],
 *   viteMetadata?: { importedCss: Set<string> },
 * }} Chunk
 */

const isCatalogue = (/** @type {string} */ id) =>
  /\/src\/web\/language\/\w\w\/page\.json$/.test(id.replaceAll('\\', '/'));

/** @returns {import('vite').Plugin} */
export function chunkLinks() {
  return {
    name: 'room-status:chunk-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) =>
        tagsOf(Object.values(bundle).flatMap((file) => (file.type === 'chunk' && !file.isEntry ? [file] : []))),
    },
  };
}

/**
 * - The page loads the files of `app/start.tsx` at once.
 * - The others are only named. Links of any kind would make a board load the whole administration.
 * - The texts of all pages are not named: the page imports one at once and the others after its first paint.
 *
 * @param {readonly Chunk[]} chunks
 * @returns {import('vite').HtmlTagDescriptor[]}
 */
export function tagsOf(chunks) {
  const named = chunks.filter(({ moduleIds }) => !moduleIds.some(isCatalogue));
  const start = named.find(({ name }) => name === 'start');
  const first = new Set([start?.fileName, ...(start?.imports ?? [])]);
  const loaded = named.filter(({ fileName }) => first.has(fileName));
  const later = named.filter(({ fileName }) => !first.has(fileName));
  const files = later.flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)]).map((file) => `/${file}`);
  return [
    ...loaded.map(({ fileName }) => link('modulepreload', fileName)),
    ...loaded.flatMap(stylesOf).map((style) => link('stylesheet', style)),
    { tag: 'meta', attrs: { name: 'files', content: files.join(' ') }, injectTo: 'head' },
  ];
}

/** @param {Chunk} chunk */
function stylesOf({ viteMetadata }) {
  return [...(viteMetadata?.importedCss ?? [])];
}

/** @param {string} rel @param {string} file @returns {import('vite').HtmlTagDescriptor} */
function link(rel, file) {
  return { tag: 'link', attrs: { rel, href: `/${file}`, crossorigin: true }, injectTo: 'head' };
}
