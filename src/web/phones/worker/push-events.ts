/** Shows alerts in the service worker, which runs also while no page is open, and answers them. */
import * as z from 'zod/mini';
import { requestPathOf, type Endpoint } from '../../../contract/endpoint.ts';
import { phoneEndpoints } from '../../../contract/phones/phones.ts';
import { PushPayload } from '../../../contract/phones/push-payload.ts';
import { acknowledgeAction, notificationOf, type NotificationLook, unreadable } from './notification-of.ts';
import { textsOf } from './worker-texts.ts';

declare const self: ServiceWorkerGlobalScope;

/** Browsers demand a notification for each message, so the end of an alert and a check stay for this time. */
const closeDelayMs = 8_000;
const callTimeoutMs = 10_000;

/** Registers the events of push messages. Call it when the worker starts. */
export function handlePushEvents(): void {
  self.addEventListener('push', (event) => event.waitUntil(receive(event)));
  self.addEventListener('notificationclick', (event) => event.waitUntil(open(event)));
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(move(event)));
}

async function receive({ data }: PushEvent): Promise<void> {
  const parsed = PushPayload.safeParse(data?.json());
  if (!parsed.success) {
    // A newer server sends what this worker does not know. Somebody may need help, so it says that there is something.
    await self.registration.showNotification(unreadable.title, unreadable.options);
    return;
  }
  const payload = parsed.data;
  await show(payload, (await hasMissedAlerts(payload)) ? { isLoud: true } : {});
  if (payload.kind === 'over' || payload.kind === 'check') closeSoon(payload);
  if (payload.kind === 'alert' && payload.about.alerts.kind === 'several') await closeOthers(payload);
  // The message has arrived also if the server cannot be told.
  await callServer(payload.api, phoneEndpoints.confirmPhoneMessage, { token: payload.token }).catch(() => undefined);
}

/** The push service replaces a message that the phone has not got yet, so the alerts themselves may never arrive. */
async function hasMissedAlerts(payload: PushPayload): Promise<boolean> {
  if (payload.kind !== 'waiting') return false;
  const shown = await self.registration.getNotifications({ tag: payload.tag });
  const counts = shown.map(({ data }) => waitingCountOf(PushPayload.safeParse(data).data));
  return waitingCountOf(payload) > Math.max(0, ...counts);
}

function waitingCountOf(payload: PushPayload | undefined): number {
  if (payload?.kind !== 'alert' && payload?.kind !== 'waiting') return 0;
  return payload.about.alerts.kind === 'several' ? payload.about.alerts.count : 1;
}

function show(payload: PushPayload, look: NotificationLook = {}): Promise<void> {
  const { title, options } = notificationOf(payload, look);
  return self.registration.showNotification(title, options);
}

function closeSoon(payload: PushPayload): void {
  setTimeout(() => void closeOwn(payload), closeDelayMs);
}

/** Closes the notification of this message. New alerts may have replaced it. */
async function closeOwn({ tag, token }: PushPayload): Promise<void> {
  for (const notification of await self.registration.getNotifications({ tag })) {
    if (PushPayload.safeParse(notification.data).data?.token === token) notification.close();
  }
}

/** One notification for all alerts of a ward replaces those of single alerts. */
async function closeOthers({ tag, about }: Extract<PushPayload, { readonly kind: 'alert' }>): Promise<void> {
  for (const notification of await self.registration.getNotifications()) {
    const data = PushPayload.safeParse(notification.data);
    const isOfWard = data.success && 'about' in data.data && data.data.about.ward.uuid === about.ward.uuid;
    if (isOfWard && notification.tag !== tag) notification.close();
  }
}

async function open({ action, notification }: NotificationEvent): Promise<void> {
  const parsed = PushPayload.safeParse(notification.data);
  // The outcome replaces the notification. If it were closed before, the browser could close the new one.
  if (parsed.success && action === acknowledgeAction) return answer(parsed.data);
  notification.close();
  if (!parsed.success) return openPage('/');
  const payload = parsed.data;
  if (!('about' in payload)) return openPage('/');
  const { clientUUID, locationUUID, uuid } = payload.about.ward;
  await openPage(`/client/${clientUUID}/location/${locationUUID}/ward/${uuid}`);
}

async function answer(payload: PushPayload): Promise<void> {
  const { push, onTheWay } = textsOf(payload.language);
  try {
    const { outcome, by, isOver } = await callServer(payload.api, phoneEndpoints.answerFromPhone, {
      token: payload.token,
    });
    if (outcome === 'going') return await show(payload, { body: push.going });
    if (isOver) return await show(payload, { body: push.over });
    await show(payload, by === null ? { body: push.refused, isLoud: true } : { body: onTheWay(by) });
  } catch {
    // The alert still waits, and the nurse believes that she has answered it.
    await show(payload, { body: push.not_sent, isLoud: true });
  }
}

/** Shows the page in the window of the app that is open, so that a board keeps its sound. */
async function openPage(path: string): Promise<void> {
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (window === undefined) return void (await self.clients.openWindow(path));
  // The browser may refuse to show the window, for example some seconds after the tap.
  await window.focus().catch(() => undefined);
  if (new URL(window.url).pathname !== path) await window.navigate(path);
}

/** The events of browsers that tell the former subscription. Others are noticed when the app is opened. */
async function move(event: Event): Promise<void> {
  const former: unknown = Reflect.get(event, 'oldSubscription');
  if (!(former instanceof PushSubscription)) return;
  const { applicationServerKey } = former.options;
  const options = { userVisibleOnly: true, ...(applicationServerKey && { applicationServerKey }) };
  const subscription = await self.registration.pushManager.subscribe(options);
  const body = { former: former.toJSON(), subscription: subscription.toJSON() };
  await callServer('/api', phoneEndpoints.movePhone, body);
}

/** Calls the server without a login. Rejects if it does not respond with 200. */
async function callServer<S extends z.ZodMiniType>(
  api: string,
  endpoint: Endpoint & { readonly response: S },
  body: object,
): Promise<z.output<S>> {
  const response = await fetch(api + requestPathOf(endpoint), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  if (!response.ok) throw new Error(`the server responded with ${response.status}`);
  return z.parse(endpoint.response, await response.json());
}
