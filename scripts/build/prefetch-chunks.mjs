/**
 * Adds the scripts and styles that the page imports later to index.html, as links that the browser prefetches when it is
 * idle. The service worker reads in the page which files it needs (decision 033), so the page has to name all of them.
 */

/** @returns {import('vite').Plugin} */
export function prefetchChunks() {
  return {
    name: 'room-status:prefetch-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) => {
        const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
        const later = chunks.filter(({ isEntry }) => !isEntry);
        const files = later.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
        return files.toSorted().map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'prefetch',
            as: file.endsWith('.css') ? 'style' : 'script',
            href: `/${file}`,
            crossorigin: true,
          },
          injectTo: 'head',
        }));
      },
    },
  };
}
