/** What the notification of a push message shows. */
import type { PushPayload } from '../../../contract/phones/push-payload.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { textsOf } from './worker-texts.ts';

/** The name of the button "I'm on my way". */
export const acknowledgeAction = 'acknowledge';

/** TypeScript knows the options of windows only. */
interface WorkerNotificationOptions extends NotificationOptions {
  readonly renotify?: boolean;
  readonly vibrate?: readonly number[];
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

export interface ShownNotification {
  readonly title: string;
  readonly options: WorkerNotificationOptions;
}

const alertVibration = [400, 150, 400, 150, 400];
const look = { icon: '/icon-192.png', badge: '/icon-192.png' };

/** The notification of a message that the worker cannot read. Each one is heard. */
export const unreadable: ShownNotification = {
  title: 'Room Status',
  options: { ...look, tag: 'unknown', requireInteraction: true, renotify: true, vibrate: alertVibration },
};

type AlertPayload = Extract<PushPayload, { readonly about: object }>;

export interface NotificationLook {
  /** Replaces the second line, to say what became of an answer. */
  readonly body?: string;
  /** Whether the phone sounds and vibrates. */
  readonly isLoud?: boolean;
}

export function notificationOf(payload: PushPayload, { body, isLoud }: NotificationLook = {}): ShownNotification {
  const { push } = textsOf(payload.language);
  const shared = { ...look, lang: payload.language, tag: payload.tag, data: payload };
  if (!('about' in payload)) {
    return { title: push.test, options: { ...shared, silent: payload.kind === 'check' } };
  }
  const isNew = payload.kind === 'alert' && body === undefined;
  const ward = payload.about.ward.displayName;
  const text = { body: isNew ? ward : `${body ?? textOf(payload)} · ${ward}` };
  const sound = (isLoud ?? isNew) ? { renotify: true, vibrate: alertVibration } : { silent: true };
  // What still waits stays on the screen.
  const requireInteraction = isNew || isLoud === true || payload.kind === 'waiting';
  const options = { ...shared, ...text, ...sound, requireInteraction, ...(isNew && actionsOf(payload)) };
  return { title: titleOf(payload), options };
}

/** An alert can be answered on its notification. */
function actionsOf({ about, language }: AlertPayload) {
  if (about.alerts.kind === 'several') return {};
  return { actions: [{ action: acknowledgeAction, title: textsOf(language).acknowledge }] };
}

function textOf(payload: AlertPayload): string {
  const { push, onTheWay, colleague } = textsOf(payload.language);
  if (payload.kind === 'answered') return onTheWay(payload.by ?? colleague);
  return payload.kind === 'over' ? push.over : push.waiting;
}

function titleOf({ about: { alerts }, language }: AlertPayload): string {
  const { alertCount, push, statusOf, testOf } = textsOf(language);
  if (alerts.kind === 'several') return alertCount(alerts.count);
  const { room, status, isTest } = alerts;
  const what = room === null || status === null ? push.alert : `${room} · ${statusOf(statusOfCode(status).name)}`;
  return isTest ? testOf(what) : what;
}
