/** Inserts the environments into the page in development, where Vite serves the page instead of the server. */
import { setTimeout as delay } from 'node:timers/promises';

const configMeta = /<meta name="room-status-config" content="[^"]*" \/>/;
const maxAttempts = 50;
const retryDelayMs = 200;

/**
 * @param {string} serverUrl the server whose page has the configuration
 * @returns {import('vite').Plugin}
 */
export function devPageConfig(serverUrl) {
  return {
    name: 'room-status:dev-page-config',
    apply: 'serve',
    transformIndexHtml: async (page) => {
      const filled = configMeta.exec(await pageOf(serverUrl))?.[0];
      if (filled === undefined) throw new Error(`The page of ${serverUrl} has no configuration.`);
      return page.replace(configMeta, () => filled);
    },
  };
}

/** Retries, because the server starts at the same time as Vite and restarts at each change. @param {string} url */
async function pageOf(url) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, { headers: { accept: 'text/html' } });
      return await answer.text();
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      await delay(retryDelayMs);
    }
  }
}
