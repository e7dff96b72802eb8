/** The files of the pages: one style sheet, one logo, two scripts, and the fonts. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { projectFile, serverFile } from '../../shared/server-files.ts';
import type { PageAssets } from './page-frame.ts';

export interface AssetFile {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface LoadedAssets extends PageAssets {
  /** By file name. */
  readonly files: ReadonlyMap<string, AssetFile>;
}

const styleName = 'provider.css';
/** The style sheet is the concatenation of these files. */
const styleParts = ['theme.css', 'page.css', 'form.css', 'demo-accounts.css'];
const logoName = 'logo.svg';
const passkeyName = 'passkey.mjs';
const linkName = 'open-link.mjs';

/** Hungarian needs the Latin Extended subset. */
const fonts = [
  '@fontsource/open-sans/files/open-sans-latin-400-normal.woff2',
  '@fontsource/open-sans/files/open-sans-latin-ext-400-normal.woff2',
  '@fontsource/open-sans/files/open-sans-latin-600-normal.woff2',
  '@fontsource/open-sans/files/open-sans-latin-ext-600-normal.woff2',
  '@fontsource/poppins/files/poppins-latin-600-normal.woff2',
  '@fontsource/poppins/files/poppins-latin-ext-600-normal.woff2',
];

/** Reads all files into memory. `baseUrl` is their address, without a slash at the end. */
export async function loadPageAssets(baseUrl: string): Promise<LoadedAssets> {
  const read = (name: string) => readFile(serverFile(`identity-provider/pages/assets/${name}`));
  const style = Buffer.concat(await Promise.all(styleParts.map(read)));
  const [logo, passkey, link] = await Promise.all([read(logoName), read(passkeyName), read(linkName)]);
  const files = new Map<string, AssetFile>([
    [styleName, { contentType: 'text/css; charset=utf-8', body: style }],
    [logoName, { contentType: 'image/svg+xml', body: logo }],
    [passkeyName, { contentType: 'text/javascript; charset=utf-8', body: passkey }],
    [linkName, { contentType: 'text/javascript; charset=utf-8', body: link }],
  ]);
  for (const font of fonts) {
    const body = await readFile(projectFile(`node_modules/${font}`));
    files.set(font.slice(font.lastIndexOf('/') + 1), { contentType: 'font/woff2', body });
  }
  return {
    files,
    // The hash changes with the content, so a cached file is never stale.
    styleUrl: `${baseUrl}/${styleName}?v=${hashOf(style)}`,
    logoUrl: `${baseUrl}/${logoName}?v=${hashOf(logo)}`,
    passkeyScriptUrl: `${baseUrl}/${passkeyName}?v=${hashOf(passkey)}`,
    linkScriptUrl: `${baseUrl}/${linkName}?v=${hashOf(link)}`,
  };
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 8);
}
