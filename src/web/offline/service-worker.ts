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
const nextPageCache = 'room-status-next-page';
/** One copy for all routes: they are all the same page. */
const pageKey = '/';
const networkTimeoutSeconds = 3;
/** Answered by the server alone. */
const serverPaths = [/^\/api(\/|$)/, /^\/idp(\/|$)/, /^\/health(\/|$)/];

// oxlint-disable-next-line no-underscore-dangle -- the build looks for this very name
const files = [...self.__WB_MANIFEST];
precacheAndRoute(files);

const onePage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async () => pageKey,
  // A gateway in front of a server that is away answers too, but not with the page. Nor is it one without its files:
  // while servers are replaced, one has the new page and another not yet what belongs to it.
  fetchDidSucceed: async ({ response }) => {
    if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
    if (response.status === 200 && !(await isUsable(response))) throw new Error('files of it are missing');
    return response;
  },
  // Only the page itself is worth keeping, not a redirect, and only with all its files: without them it stays blank.
  cacheWillUpdate: async ({ response }) => (response.status === 200 && (await isWhole(response)) ? response : null),
};
const page = new NetworkFirst({ cacheName: pageCache, networkTimeoutSeconds, plugins: [onePage] });
registerRoute(new NavigationRoute(page, { denylist: serverPaths }));

// A page of the newer version may need its files while this worker is still the older one.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

// The page that registered this worker was loaded past it: keep a copy from the very first visit on. It takes the place
// of the one that is kept once this worker takes that of the older one, whose files go then.
self.addEventListener('install', (event) => event.waitUntil(keepNextPage()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

/** Fails, and with it the installation, where the server is of another version than this worker: another time. */
async function keepNextPage(): Promise<void> {
  const next = await fetch(new Request(pageKey, { cache: 'reload' }));
  const own = new Set(
    files.map((file) => new URL(typeof file === 'string' ? file : file.url, self.location.origin).pathname),
  );
  const isOwn = next.ok && (await filesOf(next)).every((file) => own.has(file));
  if (!isOwn) throw new Error('the page is not of this version');
  await (await caches.open(nextPageCache)).put(pageKey, next);
}

/** Pages that are open already are served from now on too. */
async function takeOver(): Promise<void> {
  const next = await caches.match(pageKey, { cacheName: nextPageCache });
  if (next !== undefined) await (await caches.open(pageCache)).put(pageKey, next);
  await caches.delete(nextPageCache);
  await self.clients.claim();
}

/** What a page cannot do without: paths. */
async function filesOf(response: Response): Promise<readonly string[]> {
  return (await response.clone().text()).match(/\/assets\/[^"'\s)]+/g) ?? [];
}

/** Whether all of it is kept here. */
async function isWhole(response: Response): Promise<boolean> {
  const kept = await Promise.all((await filesOf(response)).map((file) => caches.match(file)));
  return kept.every((file) => file !== undefined);
}

/** Whether all of it is kept here, or to be had. */
async function isUsable(response: Response): Promise<boolean> {
  if (await isWhole(response)) return true;
  const answers = await Promise.all((await filesOf(response)).map((file) => fetch(file, { method: 'HEAD' })));
  return answers.every(({ ok }) => ok);
}

self.addEventListener('message', (event) => {
  if (event.data === skipWaiting) void self.skipWaiting();
  if (event.data === claim) event.waitUntil(self.clients.claim());
});
