/**
 * Caches the page and its files, so that a reload works while the server is down (LIVE-3). The page itself comes from
 * the network whenever possible, because it contains the configuration. The worker never handles the API or the sign-in.
 */
import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute';
import { NavigationRoute } from 'workbox-routing/NavigationRoute';
import { registerRoute } from 'workbox-routing/registerRoute';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst';
import { handlePushEvents } from '../phones/worker/push-events.ts';
import { checkPageResponse, filesOf } from './page-response.ts';
import type { WorkboxPlugin } from 'workbox-core/types';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

const pageCache = 'room-status-page';
const nextPageCache = 'room-status-next-page';
/** The cache key of the page. All routes show the same page, so there is one copy. */
const pageKey = '/';
const networkTimeoutSeconds = 3;
/** Paths whose responses never come from the cache. */
const serverPaths = ['api', 'idp', 'health'];

// oxlint-disable-next-line no-underscore-dangle -- the build replaces this name
const files = [...self.__WB_MANIFEST];
precacheAndRoute(files);

const pagePlugin: WorkboxPlugin = {
  cacheKeyWillBeUsed: async () => pageKey,
  fetchDidSucceed: async ({ response }) => {
    await checkPageResponse(response, canLoadFiles);
    return response;
  },
  // Caches the page only together with its files, because it would be blank without them. A redirect is not cached.
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && (await areCached(await filesOf(response))) ? response : null,
};
const page = new NetworkFirst({ cacheName: pageCache, networkTimeoutSeconds, plugins: [pagePlugin] });
const denylist = serverPaths.map((path) => new RegExp(`^/${path}(/|$)`));
registerRoute(new NavigationRoute(page, { denylist }));

// A page of the new version may need its files while the old service worker is still active.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

// The installation fetches the page, because the browser loaded the registering page without the service worker. The
// new copy replaces the cached page when the worker activates, because the files of the old version are deleted then.
self.addEventListener('install', (event) => event.waitUntil(Promise.all([bypassServerPaths(event), cacheNextPage()])));
self.addEventListener('activate', (event) => event.waitUntil(activateNextPage()));

/**
 * Lets requests to the server bypass the worker, in browsers that support it. Otherwise each request is an event of the
 * worker, and a page that sends one every few seconds can delay its replacement by a new version for minutes.
 */
async function bypassServerPaths(event: ExtendableEvent): Promise<void> {
  const addRoutes: unknown = Reflect.get(event, 'addRoutes');
  if (typeof addRoutes !== 'function') return;
  const urlPatterns = serverPaths.map((path) => `/${path}{/*}?`);
  await Reflect.apply(addRoutes, event, [
    urlPatterns.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })),
  ]);
}

/** Caches the page of the new version. Throws when the server has another version, so that the installation fails. */
async function cacheNextPage(): Promise<void> {
  const next = await fetch(new Request(pageKey, { cache: 'reload' }));
  const own = new Set(files.map(({ url }) => new URL(url, self.location.origin).pathname));
  const nextFiles = await filesOf(next);
  const isOwn = next.ok && nextFiles.length > 0 && nextFiles.every((file) => own.has(file));
  if (!isOwn) throw new Error('the page is of another version');
  await (await caches.open(nextPageCache)).put(pageKey, next);
}

async function activateNextPage(): Promise<void> {
  const next = await caches.match(pageKey, { cacheName: nextPageCache });
  if (next !== undefined) await (await caches.open(pageCache)).put(pageKey, next);
  await caches.delete(nextPageCache);
  // The service worker takes control of the pages that are already open.
  await self.clients.claim();
}

async function areCached(paths: readonly string[]): Promise<boolean> {
  const cached = await Promise.all(paths.map((path) => caches.match(path)));
  return cached.every((file) => file !== undefined);
}

/** Whether all files are in the cache or at the server. */
async function canLoadFiles(paths: readonly string[]): Promise<boolean> {
  if (await areCached(paths)) return true;
  const responses = await Promise.all(paths.map((path) => fetch(path, { method: 'HEAD' })));
  return responses.every(({ ok }) => ok);
}

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void self.skipWaiting();
  if (event.data === 'claim-clients') event.waitUntil(self.clients.claim());
});

handlePushEvents();
