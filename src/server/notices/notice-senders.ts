/** Turns notices into the messages of phones and contacts. */
import { type Delivery, failedDelivery } from '../../domain/notices/delivery.ts';
import type { PhoneMessage } from '../../domain/phones/phone-message.ts';
import type { ContactMessage, MessageAlert } from '../contacts/contact-message.ts';
import type { ContactSender } from '../contacts/contact-sender.ts';
import { findContact } from '../contacts/contact-store.ts';
import type { Database } from '../database/database.ts';
import type { Phones } from '../phones/create-phones.ts';
import type { PlacedAlert } from './open-alerts.ts';
import type { NoticeSenders, OutgoingNotice } from './send-notice.ts';

export interface SenderOptions {
  readonly query: Database['query'];
  readonly phones: Pick<Phones, 'sendToPhones'>;
  readonly contactSender: Pick<ContactSender, 'sendToContact'>;
}

export function createNoticeSenders({ query, phones, contactSender }: SenderOptions): NoticeSenders {
  return {
    toPerson: (subject, notice) => phones.sendToPhones({ subject, message: phoneMessageOf(notice) }),
    toContact: async (uuid, notice): Promise<Delivery> => {
      const contact = await findContact(query, uuid);
      // A room with an open alert may have moved to another location, also of another client.
      const [first, ...others] = notice.alerts.filter(({ place }) => place.locationUUID === contact?.locationUUID);
      if (contact === undefined || first === undefined) return failedDelivery('removed', { isFinal: true });
      return contactSender.sendToContact(contact, contactMessageOf({ ...notice, alerts: [first, ...others] }));
    },
  };
}

function phoneMessageOf(notice: OutgoingNotice): PhoneMessage {
  const { kind, alerts, isGrouped, count, isAnswered } = notice;
  const [{ alert, place, room, ward, isDiscreet }] = alerts;
  const { wardUUID: uuid, locationUUID, clientUUID } = place;
  const about = {
    ward: { uuid, locationUUID, clientUUID, displayName: ward },
    alerts: isGrouped
      ? ({ kind: 'several', count } as const)
      : ({
          kind: 'one',
          uuid: alert.uuid,
          raisedAgainCount: alert.raisedAgainCount,
          room,
          status: alert.status,
          isTest: alert.isTest,
        } as const),
    isDiscreet,
  };
  if (kind === 'answered' && isGrouped && !isAnswered) return { kind: 'waiting', ...about };
  return kind === 'answered' ? { kind, ...about, by: answererOf(alert) } : { kind, ...about };
}

function contactMessageOf({ id, kind, alerts, now }: OutgoingNotice): ContactMessage {
  return { id, kind, at: now, alerts: alerts.map((placed) => messageAlertOf(placed, kind, now)) };
}

function messageAlertOf(placed: PlacedAlert, kind: OutgoingNotice['kind'], now: number): MessageAlert {
  const { alert, place, room, ward, location } = placed;
  const isAnswered = alert.state === 'acknowledged' || alert.state === 'attended';
  return {
    uuid: alert.uuid,
    room: { uuid: alert.streamUUID, name: room },
    ward: { uuid: place.wardUUID, name: ward },
    location: { uuid: place.locationUUID, name: location },
    status: alert.status,
    priority: alert.priority,
    raisedAt: alert.startedAt,
    answeredAt: isAnswered ? alert.since : null,
    answeredBy: isAnswered ? answererOf(alert) : null,
    overAt: kind === 'over' ? (alert.state === 'resolved' ? alert.since : now) : null,
  };
}

function answererOf({ by }: PlacedAlert['alert']): string | null {
  return by.kind === 'user' ? by.displayName : null;
}
