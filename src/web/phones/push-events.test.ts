import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushPayload } from '../../contract/phones/push-payload.ts';
import { handlePushEvents } from './worker/push-events.ts';

const ward = { uuid: 'w', locationUUID: 'l', clientUUID: 'c', displayName: 'Ward 2' };
const several = { ward, alerts: { kind: 'several', count: 2 } } as const;
const ofWard = { language: 'en', tag: 'ward:w', api: '/api' } as const;

interface Options {
  readonly tag: string;
  readonly data?: unknown;
  readonly silent?: boolean;
  readonly renotify?: boolean;
}

interface Shown {
  readonly title: string;
  readonly options: Options;
}

/** What the phone shows, by tag. */
let shown: Map<string, Shown>;
let listeners: Map<string, (event: object) => void>;

/** A service worker that shows notifications as a browser does: one for each tag. */
beforeEach(() => {
  vi.useFakeTimers();
  shown = new Map();
  listeners = new Map();
  const registration = {
    showNotification: async (title: string, options: Options) => {
      shown.set(options.tag, { title, options });
    },
    getNotifications: async ({ tag }: { readonly tag?: string } = {}) =>
      [...shown].flatMap(([key, { options }]) =>
        tag === undefined || tag === key ? { tag: key, data: options.data, close: () => shown.delete(key) } : [],
      ),
  };
  const addEventListener = (name: string, listener: (event: object) => void) => listeners.set(name, listener);
  vi.stubGlobal('self', { registration, addEventListener });
  vi.stubGlobal('fetch', async () => Response.json(null));
  handlePushEvents();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function dispatch(name: string, event: object): Promise<void> {
  let ended: Promise<void> | undefined;
  listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<void>) => (ended = promise) });
  await ended;
}

const receive = (payload: PushPayload | object) => dispatch('push', { data: { json: () => payload } });

test('the end of former alerts does not close the notification of new ones that came in the meantime', async () => {
  await receive({ ...ofWard, kind: 'over', about: several, token: 'one' });
  await vi.advanceTimersByTimeAsync(5_000);
  await receive({ ...ofWard, kind: 'alert', about: several, token: 'two' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([...shown.keys()]).toEqual(['ward:w']);
  await receive({ ...ofWard, kind: 'over', about: several, token: 'three' });
  await vi.advanceTimersByTimeAsync(8_000);
  expect([...shown.keys()]).toEqual([]);
});

test('how many alerts still wait is heard on a phone that has missed the alerts, because this message replaced them', async () => {
  const waiting = { ...ofWard, kind: 'waiting', about: several, token: 'two' } as const;
  await receive(waiting);
  expect(shown.get('ward:w')?.options).toMatchObject({ renotify: true });
  expect(shown.get('ward:w')?.options.silent).not.toBe(true);
  await receive(waiting);
  expect(shown.get('ward:w')?.options).toMatchObject({ silent: true });
  const more = { ...waiting, about: { ward, alerts: { kind: 'several', count: 3 } } } as const;
  await receive(more);
  expect(shown.get('ward:w')?.options, 'of two it has heard, not of three').toMatchObject({ renotify: true });
  await receive({ ...more, kind: 'answered', by: 'Marc' });
  await receive(waiting);
  expect(shown.get('ward:w')?.options, 'all were answered').toMatchObject({ renotify: true });
});
