/** During development vite sends the page, so it has to put in the environments that the server would have put in. */
import { setTimeout as delay } from 'node:timers/promises';

const configMeta = /<meta name="room-status-config" content="[^"]*" \/>/;
const attempts = 50;
const pauseMs = 200;

/**
 * @param {string} serverUrl whose page has the configuration
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

/** Waits for the server, which starts beside vite and is restarted at each change. @param {string} url */
async function pageOf(url) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, { headers: { accept: 'text/html' } });
      return await answer.text();
    } catch (error) {
      if (attempt === attempts) throw error;
      await delay(pauseMs);
    }
  }
}
