import { expect, test } from 'vitest';
import type { PushPayload } from '../../contract/phones/push-payload.ts';
import { notificationOf } from './worker/notification-of.ts';

const ward = { uuid: 'w', locationUUID: 'l', clientUUID: 'c', displayName: 'Ward 2' };
const message = { language: 'en', tag: 'alert:a', api: '/api', token: 't' } as const;

function textsOf(payload: PushPayload): string {
  const { title, options } = notificationOf(payload);
  return `${title} | ${options.body}`;
}

test('of several alerts a notification says without a sound how many still wait, and stays', () => {
  const about = { ward, alerts: { kind: 'several', count: 11 } } as const;
  const payload = { ...message, kind: 'waiting', about } as const;
  expect(textsOf(payload)).toBe('11 alerts | Not answered yet · Ward 2');
  expect(notificationOf(payload).options).toMatchObject({ silent: true, requireInteraction: true });
});

test('without a room and a status a notification says that there is an alert, on which ward and who goes', () => {
  const about = { ward, alerts: { kind: 'one', room: null, status: null, isTest: false } } as const;
  expect(textsOf({ ...message, kind: 'alert', about })).toBe('An alert | Ward 2');
  expect(textsOf({ ...message, kind: 'answered', about, by: 'Marc' })).toBe('An alert | On the way: Marc · Ward 2');
  expect(textsOf({ ...message, kind: 'over', about })).toBe('An alert | The alert is over · Ward 2');
});
