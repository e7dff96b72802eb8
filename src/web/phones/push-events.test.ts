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
  readonly requireInteraction?: boolean;
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

test('the number of alerts that still wait sounds on a phone that has not got the alerts themselves', async () => {
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

/** Taps on "I'm on my way". */
async function answer(payload: PushPayload, respond: () => Promise<Response>): Promise<Options | undefined> {
  await receive(payload);
  vi.stubGlobal('fetch', respond);
  await dispatch('notificationclick', {
    action: 'acknowledge',
    notification: { data: payload, close: () => undefined },
  });
  return shown.get(payload.tag)?.options;
}

test('an answer that did not reach the server, or was refused while nobody goes, is heard', async () => {
  const one = { kind: 'one', room: 'Room 1', status: 1, isTest: false } as const;
  const payload = { ...ofWard, tag: 'alert:a', kind: 'alert', about: { ward, alerts: one }, token: 'one' } as const;
  const refused = { outcome: 'refused', by: null, isOver: false };
  const loud = { renotify: true, requireInteraction: true };
  expect(await answer(payload, () => Promise.reject(new Error('no network')))).toMatchObject(loud);
  expect(await answer(payload, async () => new Response(null, { status: 404 }))).toMatchObject(loud);
  expect(await answer(payload, async () => Response.json(refused))).toMatchObject(loud);
  expect(await answer(payload, async () => Response.json({ ...refused, by: 'Marc' }))).toMatchObject({ silent: true });
  const going = { outcome: 'going', by: 'Nora', isOver: false };
  expect(await answer(payload, async () => Response.json(going))).toMatchObject({ silent: true });
});

test('each message of a newer server that the worker cannot read is heard', async () => {
  await receive({ ...ofWard, kind: 'new kind', token: 'one' });
  expect([...shown.values()]).toMatchObject([{ title: 'Room Status', options: { renotify: true } }]);
});
