/**
 * Holds the shell of the app, so that a reload works while the server is away (LIVE-3). The page
 * itself is fetched fresh whenever possible, since it carries the configuration; the API and the
 * sign-in are never touched.
 */
import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute';
import { NavigationRoute } from 'workbox-routing/NavigationRoute';
import { registerRoute } from 'workbox-routing/registerRoute';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst';
import type { WorkboxPlugin } from 'workbox-core/types';
import { claim, skipWaiting } from './messages.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly (string | { readonly url: string; readonly revision: string | null })[];
};

const pageCache = 'room-status-page';
/** One copy for all routes: they are all the same page. */
const pageKey = '/';
const networkTimeoutSeconds = 3;
/** Answered by the server alone. */
const serverPaths = [/^\/api(\/|$)/, /^\/idp(\/|$)/, /^\/health(\/|$)/];

// oxlint-disable-next-line no-underscore-dangle -- the build looks for this very name
precacheAndRoute([...self.__WB_MANIFEST]);

const onePage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async () => pageKey,
  // A gateway in front of a server that is away answers too, but not with the page.
  fetchDidSucceed: async ({ response }) => {
    if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
    return response;
  },
  // Only the page itself is worth keeping, not a redirect.
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
};
const page = new NetworkFirst({ cacheName: pageCache, networkTimeoutSeconds, plugins: [onePage] });
registerRoute(new NavigationRoute(page, { denylist: serverPaths }));

// A page of the newer version may need its files while this worker is still the older one.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

// The page that registered this worker was loaded past it: keep a copy from the very first visit on.
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(pageCache).then((cache) => cache.add(new Request(pageKey, { cache: 'reload' }))));
});

// Pages that are open already are served from now on too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === skipWaiting) void self.skipWaiting();
  if (event.data === claim) event.waitUntil(self.clients.claim());
});
