/** Sends messages to contacts. */
import type { FastifyBaseLogger } from 'fastify';
import { type Delivery, failedDelivery } from '../../domain/notices/delivery.ts';
import type { Database } from '../database/database.ts';
import { readWardTime } from '../rules/ward-time.ts';
import { createHostList } from '../shared/host-list.ts';
import { findRefusal, resolveAddresses } from '../shared/outgoing/checked-address.ts';
import type { ContactMessage } from './contact-message.ts';
import { storeResult, type StoredContact } from './contact-store.ts';
import { emailTextOf } from './email/email-text.ts';
import { type EmailSettings, sendEmail } from './email/send-email.ts';
import { sendWebhook, type WebhookOptions } from './webhook/send-webhook.ts';
import { webhookTextOf } from './webhook/webhook-text.ts';

export interface ContactSettings extends Omit<WebhookOptions, 'isListed' | 'now'> {
  /** The hosts in networks of the server that a webhook may reach: names, addresses and networks. */
  readonly webhookAllowedHosts: readonly string[];
  /** Undefined: the operator has not set up e-mail. */
  readonly email: EmailSettings | undefined;
}

interface SenderOptions {
  readonly database: Pick<Database, 'query'>;
  readonly settings: ContactSettings;
  /** The origin that users open in their browsers. */
  readonly publicUrl: string;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

export type ContactSender = ReturnType<typeof createContactSender>;

export function createContactSender({ database: { query }, settings, publicUrl, now, log }: SenderOptions) {
  const { webhookAllowedHosts, email, ...forTests } = settings;
  const isListed = createHostList(webhookAllowedHosts);

  async function send(contact: StoredContact, message: ContactMessage): Promise<Delivery> {
    const { name, channel, address, secret, language } = contact;
    if (channel === 'webhook') {
      if (secret === null) return failedDelivery('no-secret', { isFinal: true });
      const body = webhookTextOf(message, name);
      return sendWebhook({ url: address, secret, id: message.id, body }, { isListed, now, ...forTests });
    }
    if (email === undefined) return failedDelivery('email-not-set-up', { isFinal: true });
    const { timeZone } = await readWardTime(query, [...new Set(message.alerts.map(({ ward }) => ward.uuid))]);
    const text = emailTextOf(message, { contact: name, language, timeZone, publicUrl });
    return sendEmail(email, { to: address, id: message.id, thread: message.alerts[0]?.uuid, ...text });
  }

  return {
    /** The sender address of e-mails. Null: the operator has not set up e-mail. */
    emailFrom: email?.from.address ?? null,

    /** Why no address of a webhook's URL may be reached now. */
    findRefusal: (url: URL) => findRefusal(url, { isListed, resolve: forTests.resolve ?? resolveAddresses }),

    /**
     * Sends a message once and stores the result as the last one of the contact. A caller that sends it again keeps
     * its id. Takes at most 5 s for a webhook and 15 s for an e-mail.
     */
    sendToContact: async (contact: StoredContact, message: ContactMessage): Promise<Delivery> => {
      const delivery = await send(contact, message);
      await storeResult(query, contact, delivery, now()).catch((error: unknown) => {
        log.warn({ err: error, contact: contact.uuid }, 'the result of a message to a contact was not stored');
      });
      return delivery;
    },
  };
}
