import { createServer } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../../../tests/support/contacts/certificates.ts';
import { mailLogin, startMailServer } from '../../../../tests/support/contacts/mail-server.ts';
import { type EmailSettings, sendEmail } from './send-email.ts';

let certificate: TestCertificate;
beforeAll(() => {
  certificate = makeCertificate();
});
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer({ ...certificate, ...options });
  closing.push(server.close);
  return server;
}

/** Another name of this machine, which `sendEmail` takes for another machine. */
const otherName = '0.0.0.0';
const login = `${mailLogin.user}:${encodeURIComponent(mailLogin.password)}`;
const email = { to: 'front@example.org', id: 'm-1', thread: 'a-1', subject: 'Fall 🙂', text: 'Room 12\n.\nover' };
const send = (url: string, more: Partial<EmailSettings & typeof email> = {}) =>
  sendEmail(
    { url, from: { name: 'Room Status', address: 'alerts@home.example' }, ca: certificate.cert, ...more },
    { ...email, ...more },
  );

test.each([
  ['TLS from the start', { secure: true }, 'smtps', 'localhost'],
  ['STARTTLS', {}, 'smtp', otherName],
] as const)('an e-mail is sent with %s and a login', async (_what, options, scheme, host) => {
  const server = await start(options);
  expect(await send(`${scheme}://${login}@${host}:${server.port}`)).toEqual({ outcome: 'accepted' });
  const [received] = server.received;
  expect(received).toMatchObject({ from: 'alerts@home.example', to: ['front@example.org'], user: 'rooms' });
  expect(received?.isEncrypted).toBe(true);
  expect(received?.source).toMatch(/^From: Room Status <alerts@home\.example>\r$/m);
  expect(received?.source).toMatch(/^Message-ID: <m-1@home\.example>\r$/m);
  expect(received?.source).toMatch(/^References: <a-1@home\.example>\r$/m);
  expect(received?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(received?.source).toMatch(/Room 12\r\n\.\r\nover/);
});

test('a mail server on this machine may have a certificate that it has made itself', async () => {
  const server = await start({ authOptional: true });
  const delivery = await send(`smtp://localhost:${server.port}`, { ca: makeCertificate().cert });
  expect(delivery).toEqual({ outcome: 'accepted' });
  expect(server.received[0]?.isEncrypted).toBe(true);
});

test('a wrong password fails, and the e-mail may be sent again when the operator has corrected it', async () => {
  const server = await start();
  const delivery = await send(`smtp://rooms:wrong@localhost:${server.port}`);
  expect(delivery).toMatchObject({ outcome: 'failed', reason: 'email-login', isFinal: false });
});

test('no e-mail is sent when the certificate of the mail server is not trusted', async () => {
  for (const [scheme, options, host] of [
    ['smtps', { secure: true }, 'localhost'],
    ['smtp', {}, otherName],
  ] as const) {
    const server = await start({ authOptional: true, ...options });
    const other = makeCertificate().cert;
    expect(await send(`${scheme}://${host}:${server.port}`, { ca: other })).toMatchObject({ reason: 'certificate' });
    expect(server.received).toEqual([]);
  }
});

test('a mail server without encryption gets no e-mail, unless it runs on this machine', async () => {
  const server = await start({ authOptional: true, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
  const elsewhere = await send(`smtp://${otherName}:${server.port}`);
  expect(elsewhere).toMatchObject({ outcome: 'failed', reason: 'email-needs-tls' });
  expect(server.received).toEqual([]);
  expect(await send(`smtp://127.0.0.1:${server.port}`)).toEqual({ outcome: 'accepted' });
});

test.each([
  [550, true],
  [450, false],
])('a recipient that the mail server refuses with %i: sending again is useless: %s', async (responseCode, isFinal) => {
  const server = await start({
    authOptional: true,
    onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('no'), { responseCode })),
  });
  const delivery = await send(`smtp://localhost:${server.port}`);
  expect(delivery).toEqual({ outcome: 'failed', reason: `smtp-${responseCode}`, isFinal, retryAfterMs: null });
});

test('without a mail server an e-mail fails and may be sent again', async () => {
  const server = await startMailServer();
  await server.close();
  expect(await send(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ reason: 'no-connection', isFinal: false });
  expect(await send('smtp://nowhere.invalid:587')).toMatchObject({ reason: 'unknown-host', isFinal: false });
});

test('a mail server that does not respond fails in time', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<void>();
  silent.once('listening', resolve);
  await promise;
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await send(`smtp://127.0.0.1:${port}`, { stepTimeoutMs: 50 })).toMatchObject({ reason: 'timeout' });
  silent.close();
});

test('an address cannot become several recipients or another header', async () => {
  const server = await start({ authOptional: true });
  await send(`smtp://localhost:${server.port}`, { subject: 'Fall\r\nBcc: other@example.org' });
  expect(server.received[0]?.to).toEqual(['front@example.org']);
  expect(server.received[0]?.source).not.toMatch(/^Bcc:/m);
});
