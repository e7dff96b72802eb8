import type { ContactMessage, MessageAlert } from '../../../src/server/contacts/contact-message.ts';
import { small } from '../homes/small-home.ts';

/** 03:04 in Brussels. */
const at = Date.parse('2026-03-01T02:04:05Z');

export const fallAlert: MessageAlert = {
  uuid: 'a1e4f000-0000-4000-8000-000000000001',
  room: { uuid: small.streamA1x1, name: 'Room 12' },
  ward: { uuid: small.wardA1x, name: 'Ward X' },
  location: { uuid: small.locationA1, name: 'Harbour House' },
  status: 1,
  priority: 'high',
  raisedAt: at,
  answeredAt: null,
  answeredBy: null,
  overAt: null,
};

export function messageOf(kind: ContactMessage['kind'], alerts: readonly MessageAlert[] = [fallAlert]): ContactMessage {
  return { id: `m-${kind}-1`, kind, at: at + 30_000, alerts };
}
