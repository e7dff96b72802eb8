import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForm, signIn, signOutUrl, submitForm } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

let started: StartedProvider;
let time: number;
let address: string;

beforeEach(async () => {
  time = Date.now();
  address = '192.0.2.7';
  started = await startIdentityProvider({ now: () => time, addressOf: () => address });
});
afterEach(() => started.close());

const readEvents = () => started.database.query.selectFrom('audit_event').selectAll().orderBy('sequence').execute();

/** The recorded events, as `action actor object reason`. */
async function events() {
  return (await readEvents()).map((event) =>
    [event.action, event.actor_name ?? '-', event.object_name ?? '-', event.new_values ?? ''].join(' ').trimEnd(),
  );
}

test('a sign-in and the sign-out of its user are recorded with the address', async () => {
  const nora = await signIn(started.url, nurse.username, nurse.password);
  await nora.browser.visit(signOutUrl(started.url, nora.idToken));
  await nora.browser.visit(signOutUrl(started.url, nora.idToken));
  expect(await events()).toEqual(['sign-in Nora Lind nurse', 'sign-out Nora Lind -']);
  for (const event of await readEvents()) {
    expect(event).toMatchObject({ actor_kind: 'user', address: '192.0.2.7', client_uuid: null });
    expect(event.actor_id).toMatch(/^[\da-f-]{36}$/);
  }
});

test('a failed sign-in is recorded with its reason, and with the name of an existing account only', async () => {
  const form = await openForm(started.url);
  await submitForm(form, { username: ' Nurse', password: 'my secret 1' });
  await submitForm(form, { username: 'my secret 2', password: 'x' });
  await submitForm(form, { username: 'nurse', password: '' });
  const wrong = JSON.stringify({ reason: 'wrong-password' });
  expect(await events()).toEqual([`sign-in.failed - nurse ${wrong}`, `sign-in.failed - - ${wrong}`]);
  expect(JSON.stringify(await readEvents())).not.toContain('my secret');
});

const reasons = async () => (await readEvents()).map(({ new_values: values }) => values?.split('"')[3]);
const fiveWrongPasswords = Array.from({ length: 5 }, () => 'wrong-password');

test('attempts to sign in to a blocked account are recorded once in a quarter of an hour', async () => {
  const form = await openForm(started.url);
  const attempt = () => submitForm(form, { username: 'nurse', password: 'wrong' });
  for (let count = 0; count < 9; count += 1) await attempt();
  expect(await reasons()).toEqual([...fiveWrongPasswords, 'too-many-attempts']);
  time += 15 * 60_000;
  await attempt();
  await attempt();
  expect(await reasons()).toEqual([...fiveWrongPasswords, 'too-many-attempts', 'wrong-password', 'too-many-attempts']);
});

test('of sign-in attempts with many usernames from one network only the first five are recorded', async () => {
  const form = await openForm(started.url);
  for (let count = 0; count < 8; count += 1) {
    address = `2001:db8::${count + 1}`;
    await submitForm(form, { username: `guess-${count}`, password: 'wrong' });
  }
  expect(await reasons()).toEqual(fiveWrongPasswords);
  address = '2001:db8:0:1::1';
  await submitForm(form, { username: 'guess', password: 'wrong' });
  expect(await reasons()).toEqual([...fiveWrongPasswords, 'wrong-password']);
});
