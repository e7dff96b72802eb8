/** Reads the environment of the page. The server writes these deployment settings into the page (ENV-1). */
import type * as z from 'zod/mini';
import { environmentOfOrigin, PageConfig, pageConfigMetaName, type Environment } from '../../contract/environment.ts';

export type PageEnvironment = z.infer<typeof Environment>;

/** Throws when the page was served without its configuration. */
export function readEnvironment({ document, location }: Window): PageEnvironment {
  return environmentOf(configOf(document), location.origin);
}

/** Whether there was no administrator when the page was loaded. */
export function isHomeUnset({ document }: Window): boolean {
  return PageConfig.parse(JSON.parse(configOf(document))).needsSetUp === true;
}

function configOf(document: Document): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${pageConfigMetaName}"]`)?.content ?? '';
}

/** Chooses the environment. `content`: the content of the meta element with the configuration. */
export function environmentOf(content: string, origin: string): PageEnvironment {
  if (content === '') throw new Error(`The page has no configuration in its <meta name="${pageConfigMetaName}">.`);
  const { environments } = PageConfig.parse(JSON.parse(content));
  const environment = environmentOfOrigin(environments, origin);
  if (environment === undefined)
    throw new Error(`The configuration has no environment for ${origin} and no local one.`);
  return environment;
}
