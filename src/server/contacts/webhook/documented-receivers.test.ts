import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebhookBody } from '../../../contract/contacts/webhook-body.ts';
import { createSigningSecret, signedHeaders } from './signature.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/notifications.md'), 'utf8');
const exampleOf = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';

const secret = createSigningSecret();
const body = '{"type":"test","name":"Église 🙂"}';
const now = Date.now();
const headers = signedHeaders(secret, { id: 'm-1', at: now, body });
const others = createSigningSecret();
/** Each call of the example, and whether it must accept the message. */
const calls = [
  [secret, headers, body, true],
  [secret, { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }, body, true],
  [others, headers, body, false],
  [secret, headers, `${body} `, false],
  [secret, { ...headers, 'webhook-id': 'm-2' }, body, false],
  [secret, { ...headers, 'webhook-signature': 'v1,AAAA' }, body, false],
  [secret, signedHeaders(secret, { id: 'm-1', at: now - 600_000, body }), body, false],
] as const;
const expected = calls.map((call) => call[3]);

test('the receiver in Node.js of the documentation accepts only messages of this server', () => {
  const code = `${exampleOf('js')}
    const calls = JSON.parse(process.argv[1]);
    console.log(JSON.stringify(calls.map(([secret, headers, body]) => isAuthentic(secret, headers, Buffer.from(body)))));`;
  const args = ['--input-type=module', '--eval', code, JSON.stringify(calls)];
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual(expected);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('the receiver in Python of the documentation accepts only messages of this server', () => {
  const code = `${exampleOf('python')}
import json, sys
calls = json.loads(sys.argv[1])
print(json.dumps([is_authentic(secret, headers, body.encode()) for secret, headers, body, _ in calls]))`;
  const found = execFileSync('python3', ['-c', code, JSON.stringify(calls)], { encoding: 'utf8' });
  expect(JSON.parse(found)).toEqual(expected);
});

test('the message in the documentation has the form of a webhook', () => {
  const example: unknown = JSON.parse(exampleOf('json'));
  expect(WebhookBody.parse(example)).toEqual(example);
});
