/** The subscription of this browser to alerts (Push API). */
import type * as z from 'zod/mini';
import type { Phone, phoneEndpoints } from '../../contract/phones/phones.ts';
import type { LanguageCode } from '../../domain/language.ts';
import type { PhoneKind } from '../../domain/phones/phone-state.ts';

export type Phone = z.output<typeof Phone>;
type PhoneRequest = z.input<typeof phoneEndpoints.addPhone.body>;

/** `home-screen`: an iPhone or iPad on which the app is not on the Home Screen. */
export type PhoneSupport = 'supported' | 'home-screen' | 'unsupported';

export function phoneSupport(): PhoneSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported';
  return kindOfPhone() === 'iphone' || kindOfPhone() === 'ipad' ? 'home-screen' : 'unsupported';
}

export function kindOfPhone(): PhoneKind {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPod/.test(userAgent)) return 'iphone';
  // An iPad says that it is a Mac. No Mac has a touch screen.
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ipad';
  return /Android/.test(userAgent) ? 'android' : 'computer';
}

/** The subscription of this browser. Undefined: there is none, or the browser has no push messages. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (phoneSupport() !== 'supported') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Subscribes this browser with the public key of the server. A subscription with another key is replaced. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const former = await pushManager.getSubscription();
    if (former === null) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** What the server stores about this browser. Throws when the subscription has no keys. */
export function phoneRequestOf(subscription: PushSubscription, language: LanguageCode): PhoneRequest {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh, auth } = keys;
  if (p256dh === undefined || auth === undefined) throw new Error('the subscription has no keys');
  return { subscription: { endpoint, keys: { p256dh, auth } }, language, kind: kindOfPhone() };
}

/** Ends the subscription of this browser, so that the next user of the phone gets no alerts of this one. */
export async function forgetSubscription(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
