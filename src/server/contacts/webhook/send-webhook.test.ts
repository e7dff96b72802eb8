import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../../../tests/support/contacts/certificates.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../tests/support/contacts/webhook-receiver.ts';
import { createHostList } from '../../shared/host-list.ts';
import { resolveAddresses, type ResolveAddresses } from '../../shared/outgoing/checked-address.ts';
import { sendWebhook, type WebhookOptions } from './send-webhook.ts';
import { createSigningSecret } from './signature.ts';

let certificate: TestCertificate;
let receiver: WebhookReceiver;
let tls: WebhookReceiver;
beforeAll(() => {
  certificate = makeCertificate();
});
beforeEach(async () => {
  [receiver, tls] = await Promise.all([startWebhookReceiver(), startWebhookReceiver(certificate)]);
});
afterEach(() => Promise.all([receiver.close(), tls.close()]));

const secret = createSigningSecret();
const body = '{"type":"test","text":"é"}';
const isListed = createHostList(['127.0.0.0/8']);

function send(url: string, more: Partial<WebhookOptions> = {}) {
  return sendWebhook({ url, secret, id: 'm-1', body }, { isListed, now: Date.now, ...more });
}
const here = () => `http://127.0.0.1:${receiver.port}/hook?key=1`;

/** Resolves every name to these addresses, one list after the other, and the last one from then on. */
function answering(...lists: readonly (readonly string[])[]): ResolveAddresses & { count: number } {
  const resolve = Object.assign(
    ((_host, _options, callback) => {
      const addresses = lists[Math.min(resolve.count, lists.length - 1)] ?? [];
      resolve.count += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) satisfies ResolveAddresses,
    { count: 0 },
  );
  return resolve;
}

test('a receiver verifies the signature of a webhook with its own code and with the library of Standard Webhooks', async () => {
  expect(await send(here())).toEqual({ outcome: 'accepted' });
  const [received] = receiver.received;
  const { headers } = received ?? expect.unreachable();
  expect(received).toMatchObject({ path: '/hook?key=1', body });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'm-1' });
  const timestamp = String(headers['webhook-timestamp']);
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(key).toHaveLength(32);
  const signature = createHmac('sha256', key).update(`m-1.${timestamp}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(new Webhook(secret).verify(body, sent)).toEqual({ type: 'test', text: 'é' });
  expect(() => new Webhook(createSigningSecret()).verify(body, sent)).toThrow('No matching signature found');
});

test.each([
  [500, {}, 'http-500', false, null],
  [404, {}, 'http-404', false, null],
  [410, {}, 'http-410', true, null],
  [429, { 'retry-after': '7' }, 'http-429', false, 7_000],
  [503, { 'retry-after': '999999' }, 'http-503', false, 3_600_000],
  [503, { 'retry-after': 'nonsense' }, 'http-503', false, null],
] as const)(
  'a receiver that responds with %i %o fails with %s',
  async (status, headers, reason, isFinal, retryAfterMs) => {
    receiver.respond = (response) => response.writeHead(status, headers).end('no');
    expect(await send(here())).toEqual({ outcome: 'failed', reason, isFinal, retryAfterMs });
  },
);

test('the date in Retry-After becomes a time to wait', async () => {
  const now = Date.parse('2026-03-01T02:00:00Z');
  receiver.respond = (response) => response.writeHead(429, { 'retry-after': 'Sun, 01 Mar 2026 02:00:30 GMT' }).end();
  expect(await send(here(), { now: () => now })).toMatchObject({ retryAfterMs: 30_000 });
});

test('a redirect is not followed', async () => {
  const other = await startWebhookReceiver();
  receiver.respond = (response) => response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end();
  expect(await send(here())).toMatchObject({ outcome: 'failed', reason: 'redirect' });
  expect(other.received).toEqual([]);
  await other.close();
});

test('a receiver that does not respond in time fails, also if it sends its header byte by byte', async () => {
  const timers: NodeJS.Timeout[] = [];
  receiver.respond = () => undefined;
  expect(await send(here(), { timeoutMs: 100 })).toMatchObject({ outcome: 'failed', reason: 'timeout' });
  receiver.respond = (response) => {
    timers.push(setInterval(() => response.socket?.write('H'), 10));
  };
  expect(await send(here(), { timeoutMs: 100 })).toMatchObject({ outcome: 'failed' });
  timers.forEach((timer) => clearInterval(timer));
});

test('the connection is closed while the receiver sends an endless body', async () => {
  const closed = Promise.withResolvers<number>();
  receiver.respond = (response) => {
    let sent = 0;
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on('drain', more).on('close', () => closed.resolve(sent));
    response.writeHead(200);
    more();
  };
  expect(await send(here(), { timeoutMs: 60_000 })).toEqual({ outcome: 'accepted' });
  expect(await closed.promise).toBeLessThan(50_000_000);
});

test('without a receiver, and with a name that does not exist, a webhook fails and may be sent again', async () => {
  const url = here();
  await receiver.close();
  expect(await send(url)).toMatchObject({ reason: 'no-connection', isFinal: false });
  expect(await send('https://nowhere.invalid/')).toMatchObject({ reason: 'unknown-host', isFinal: false });
  receiver = await startWebhookReceiver();
});

test('a webhook with https checks the certificate of the receiver', async () => {
  const url = `https://localhost:${tls.port}/hook`;
  const resolve = answering(['127.0.0.1']);
  expect(await send(url, { resolve })).toMatchObject({ reason: 'certificate', isFinal: false });
  expect(tls.received).toEqual([]);
  expect(await send(url, { resolve, ca: certificate.cert })).toEqual({ outcome: 'accepted' });
  const otherName = `https://other.example:${tls.port}/`;
  expect(await send(otherName, { resolve, ca: certificate.cert })).toMatchObject({ reason: 'certificate' });
});

test.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::1]:PORT/',
  'http://localhost:PORT/',
  'http://0.0.0.0:PORT/',
])('no request reaches %s, because the operator has not allowed this machine', async (url) => {
  const delivery = await send(url.replace('PORT', String(receiver.port)), { isListed: createHostList([]) });
  expect(delivery).toMatchObject({ outcome: 'failed', reason: 'forbidden-address', isFinal: true });
  expect(receiver.received).toEqual([]);
});

test('a name that resolves to a public address first and to this machine for the connection is not reached', async () => {
  const options = { isListed: createHostList([]), ca: certificate.cert };
  const resolve = answering(['93.184.215.14'], ['127.0.0.1'], ['127.0.0.1', '::1']);
  const url = new URL(`https://receiver.example:${tls.port}/`);
  // The check when the URL was entered gets the public address.
  resolve(url.hostname, { all: true }, () => undefined);
  for (const count of [2, 3]) {
    expect(await send(url.href, { ...options, resolve })).toMatchObject({ reason: 'forbidden-address', isFinal: true });
    expect(resolve.count, 'the connection resolves the name only once').toBe(count);
  }
  expect(tls.received).toEqual([]);
});

test('of several addresses only the allowed ones are used', async () => {
  const resolve = answering(['10.0.0.1', '127.0.0.1', 'fd00::1']);
  const url = `https://receiver.example:${tls.port}/`;
  expect(await send(url, { resolve, ca: certificate.cert })).toEqual({ outcome: 'accepted' });
});

test('the real resolver gives all addresses of a name', async () => {
  const addresses = await new Promise<unknown[]>((done) => {
    resolveAddresses('localhost', { all: true }, (_error, found) => done([...found]));
  });
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(loopback).toEqual(expect.arrayContaining(addresses));
});
