import { expect, test } from 'vitest';
import { tagsOf } from './chunk-links.mjs';

function chunk(
  name: string,
  { imports = [], styles = [], module = `/src/web/${name}.tsx` }: Partial<ChunkOptions> = {},
) {
  return {
    name,
    fileName: `assets/${name}.js`,
    imports,
    moduleIds: [module],
    viteMetadata: { importedCss: new Set(styles) },
  };
}

interface ChunkOptions {
  readonly imports: string[];
  readonly styles: string[];
  readonly module: string;
}

const tags = tagsOf([
  chunk('start', { imports: ['assets/runtime.js'], styles: ['assets/start.css'] }),
  chunk('runtime'),
  chunk('boards', { styles: ['assets/boards.css'] }),
  chunk('manage'),
  chunk('fr', { module: 'C:\\src\\web\\language\\fr\\page.json' }),
]);

test('the page loads only the files that every page needs at once', () => {
  expect(tags.filter(({ tag }) => tag === 'link').map(({ attrs }) => [attrs?.['rel'], attrs?.['href']])).toEqual([
    ['modulepreload', '/assets/start.js'],
    ['modulepreload', '/assets/runtime.js'],
    ['stylesheet', '/assets/start.css'],
  ]);
});

test('[LIVE-3] the page names all other files except the texts of the languages, for the service worker', () => {
  expect(tags.filter(({ tag }) => tag === 'meta').map(({ attrs }) => attrs?.['content'])).toEqual([
    '/assets/boards.js /assets/boards.css /assets/manage.js',
  ]);
});
