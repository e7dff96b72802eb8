/** Loads the files of the provider's pages: one style sheet, one logo, one script, and the fonts. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { packageFileOf, serverFileOf } from '../../../shared/server-files.ts';
import type { PageAssets } from './page-frame.ts';

export interface AssetFile {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface LoadedAssets extends PageAssets {
  /** The files of the pages, by file name. */
  readonly files: ReadonlyMap<string, AssetFile>;
}

const styleName = 'provider.css';
/** The style sheet consists of the rules of the fonts and of these files, in this order. */
const styleParts = ['theme.css', 'page.css', 'form.css'];
const logoName = 'logo.svg';
const linkName = 'open-link.mjs';

const fonts = [
  { family: 'Open Sans', name: 'open-sans', weight: 400 },
  { family: 'Open Sans', name: 'open-sans', weight: 600 },
  { family: 'Poppins', name: 'poppins', weight: 600 },
];
/** The characters in each font file, by the name of the subset. Hungarian needs `latin-ext`. */
const subsets = { latin: 'U+0000-00FF, U+2000-206F, U+20AC', 'latin-ext': 'U+0100-02FF' };

/** The files of the fonts, each with its rule in the style sheet. */
const fontFiles = fonts.flatMap(({ family, name, weight }) =>
  Object.entries(subsets).map(([subset, range]) => {
    const file = `${name}-${subset}-${weight}-normal.woff2`;
    const source = `src: url('${file}') format('woff2'); unicode-range: ${range}`;
    const rule = `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; ${source}; }\n`;
    return { file, path: `@fontsource/${name}/files/${file}`, rule };
  }),
);

/** Reads all files into memory. `baseUrl` is their address, without a slash at the end. */
export async function loadPageAssets(baseUrl: string): Promise<LoadedAssets> {
  const read = (name: string) => readFile(serverFileOf(`identity/provider/pages/assets/${name}`));
  const rules = Buffer.from(fontFiles.map(({ rule }) => rule).join(''));
  const style = Buffer.concat([rules, ...(await Promise.all(styleParts.map(read)))]);
  const [logo, link] = await Promise.all([read(logoName), read(linkName)]);
  const files = new Map<string, AssetFile>([
    [styleName, { contentType: 'text/css; charset=utf-8', body: style }],
    [logoName, { contentType: 'image/svg+xml', body: logo }],
    [linkName, { contentType: 'text/javascript; charset=utf-8', body: link }],
  ]);
  for (const { file, path } of fontFiles) {
    files.set(file, { contentType: 'font/woff2', body: await readFile(packageFileOf(path)) });
  }
  return {
    files,
    // The query contains a hash of the content, so that a browser never uses an old cached file.
    styleUrl: `${baseUrl}/${styleName}?v=${hashOf(style)}`,
    logoUrl: `${baseUrl}/${logoName}?v=${hashOf(logo)}`,
    linkScriptUrl: `${baseUrl}/${linkName}?v=${hashOf(link)}`,
  };
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 8);
}
