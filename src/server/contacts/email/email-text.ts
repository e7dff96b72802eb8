import type { LanguageCode } from '../../../domain/language.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { fillPlaceholders } from '../../shared/text/fill-placeholders.ts';
import type { ContactMessage, MessageAlert } from '../contact-message.ts';
import { emailWords } from './email-words.ts';

interface TextOptions {
  readonly contact: string;
  readonly language: LanguageCode;
  /** The time zone of the location. */
  readonly timeZone: string;
  /** The origin that users open in their browsers. */
  readonly publicUrl: string;
}

/** The subject and the text of an e-mail. */
export function emailTextOf(message: ContactMessage, options: TextOptions) {
  const { contact, language, publicUrl } = options;
  const words = emailWords[language];
  const { kind, alerts } = message;
  const lines = [
    openingOf(message, language, contact),
    ...alerts.map((alert) => lineOf(alert, options)),
    fillPlaceholders(words.open, { url: publicUrl }),
    words.noReply,
  ];
  const subject = kind === 'test' ? words.test : subjectOf(message, language);
  return { subject, text: lines.filter((line) => line !== '').join('\n\n') };
}

function subjectOf({ kind, alerts }: ContactMessage, language: LanguageCode): string {
  const words = emailWords[language];
  const [first] = alerts;
  if (first === undefined || kind === 'test') return words.test;
  const isOne = alerts.length === 1;
  const place = `${first.ward.name}, ${first.location.name}`;
  if (!isOne && kind === 'alert') return fillPlaceholders(words.alerts, { count: String(alerts.length), place });
  const what = isOne ? `${nameOf(first, language)}, ${first.room.name}, ${first.ward.name}` : place;
  return fillPlaceholders(words[kind], { what });
}

function openingOf({ kind, alerts }: ContactMessage, language: LanguageCode, contact: string): string {
  const words = emailWords[language];
  const names = new Set(alerts.map(({ answeredBy }) => answeredBy ?? words.somebody));
  return fillPlaceholders(words[`${kind}Text`], { contact, name: [...names].join(', ') });
}

function lineOf(alert: MessageAlert, { language, timeZone }: TextOptions): string {
  const { raisedAt, room, ward, location } = alert;
  const time = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(raisedAt);
  return `${time}: ${nameOf(alert, language)}\n${room.name}, ${ward.name}, ${location.name}`;
}

function nameOf({ status }: MessageAlert, language: LanguageCode): string {
  return emailWords[language].status[statusOfCode(status).name];
}
