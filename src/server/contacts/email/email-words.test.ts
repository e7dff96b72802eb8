import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messageOf } from '../../../../tests/support/contacts/test-message.ts';
import { languages } from '../../../domain/language.ts';
import type { webhookTypes } from '../../../contract/contacts/webhook-body.ts';
import { emailTextOf } from './email-text.ts';
import { emailWords } from './email-words.ts';

const codes = languages.map(({ code }) => code);
const { status: _english, ...english } = emailWords.en;

test.each(codes)('[LANG-1] the texts of e-mails in %s are translated and have the placeholders of English', (code) => {
  const { status: _status, ...words } = emailWords[code];
  const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
  expect(Object.keys(words)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english)) {
    const translated = Object.entries(words).find(([name]) => name === key)?.[1] ?? '';
    expect(placeholders(translated), key).toEqual(placeholders(text));
    if (code !== 'en') expect(translated, key).not.toBe(text);
  }
});

test.each(codes)('an e-mail in %s names a status as the boards do', (code) => {
  const page = join(import.meta.dirname, '../../../web/language', code, 'page.json');
  expect(JSON.parse(readFileSync(page, 'utf8'))).toMatchObject({ status: emailWords[code].status });
});

const kinds = ['alert', 'answered', 'over', 'test'] as const satisfies readonly (keyof typeof webhookTypes)[];

test.each(codes)('an e-mail in %s fills in every placeholder, for each kind of message', (language) => {
  for (const kind of kinds) {
    const options = { contact: 'Desk', language, timeZone: 'Europe/Brussels', publicUrl: 'https://rooms.example.org' };
    const { subject, text } = emailTextOf(messageOf(kind, kind === 'test' ? [] : undefined), options);
    expect(subject + text).not.toMatch(/\{\{|undefined/);
    expect(text).toContain('https://rooms.example.org');
  }
});
