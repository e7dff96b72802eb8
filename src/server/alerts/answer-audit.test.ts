import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { auditEndpoints } from '../../contract/audit/audit.ts';

let app: SmallApp;
let time = Date.UTC(2026, 2, 1, 2);
beforeEach(async () => {
  app = await startSmallApp({ now: () => time });
});
afterEach(() => app.close());

async function report(status: string, stream: string = small.streamA1x1): Promise<void> {
  time += 1_000;
  expect((await app.report({ stream, status })).status).toBe(200);
}

const post = async (path: string, token: string, body?: object) => (await app.post(path, body, token)).status;

/** The audit events of a nurse, the newest first, as the administrator of the client finds them. */
async function findEvents(nurse: string) {
  const administrator = app.users.token([{ kind: 'client', uuid: small.clientA }], { roles: ['administrator'] });
  const response = await app.get(`/manage/audit?search=${nurse}`, administrator);
  const { items } = z.parse(auditEndpoints.listAuditEvents.response, await response.json());
  return items.filter(({ action }) => action !== 'ward.view');
}

const nurseOf = (ward: string) => app.users.token([{ kind: 'ward', uuid: ward }]);
const place = 'Anker Care > Harbour House > Ward X';

test('each answer of a nurse is in the audit log with the room, the alerts and the note', async () => {
  await report('man_down');
  await report('out_of_bed');
  const nurse = nurseOf(small.wardA1x);
  const alerts = await app.alertsOf();
  const fall = alerts.find(({ status }) => status === 1)?.uuid ?? '';
  const seen = Object.fromEntries(alerts.map(({ uuid }) => [uuid, 0]));
  for (const step of ['acknowledge', 'acknowledge', 'withdraw', 'attend']) {
    expect(await post(`/alerts/${fall}/${step}`, nurse, step === 'withdraw' ? undefined : { seen })).toBe(200);
  }
  const end = { seen, resolution: 'false-alarm', attended: true, note: 'Sat on the carpet' };
  for (let call = 0; call < 2; call += 1) expect(await post(`/alerts/${fall}/resolve`, nurse, end)).toBe(200);
  const object = { kind: 'room', id: small.streamA1x1, name: 'Room 1' };
  const of = (action: string, after: object) => ({ action, object, after: { place, ...after }, address: '127.0.0.1' });
  expect(await findEvents(nurse)).toMatchObject([
    of('alert.resolve', { status: ['man_down'], resolution: 'false-alarm', attended: true, note: 'Sat on the carpet' }),
    of('alert.attend', { status: ['man_down', 'out_of_bed'] }),
    of('alert.withdraw', { status: ['man_down', 'out_of_bed'] }),
    of('alert.acknowledge', { status: ['man_down', 'out_of_bed'] }),
  ]);
});

test('an answer that is too late or not allowed is not in the audit log', async () => {
  await report('man_down');
  const [alert] = await app.alertsOf();
  const colleague = nurseOf(small.wardA1y);
  expect(await post(`/alerts/${alert?.uuid}/acknowledge`, colleague)).toBe(404);
  const [first, second] = [nurseOf(small.wardA1x), nurseOf(small.wardA1x)];
  expect(await post(`/alerts/${alert?.uuid}/resolve`, first, { resolution: 'helped' })).toBe(200);
  expect(await post(`/alerts/${alert?.uuid}/resolve`, second, { resolution: 'helped' })).toBe(409);
  for (const nurse of [colleague, second]) expect(await findEvents(nurse)).toEqual([]);
});

test('a nurse who pauses a room or ends its pause is in the audit log', async () => {
  const nurse = nurseOf(small.wardA1x);
  expect(await post(`/streams/${small.streamA1x1}/resume`, nurse)).toBe(200);
  expect(await post(`/streams/${small.streamA1x1}/pause`, nurse, { minutes: 15 })).toBe(200);
  const until = new Date(time + 15 * 60_000).toISOString();
  expect(await post(`/streams/${small.streamA1x1}/resume`, nurse)).toBe(200);
  expect(await findEvents(nurse)).toMatchObject([
    { action: 'room.resume', object: { name: 'Room 1' }, after: { place } },
    { action: 'room.pause', object: { name: 'Room 1' }, after: { place, until } },
  ]);
});

test('a drill that is started twice is in the audit log once', async () => {
  const manager = app.users.token([everything], { roles: ['manager'] });
  for (let call = 0; call < 2; call += 1)
    expect(await post(`/streams/${small.streamA1x1}/drill`, manager, {})).toBe(200);
  expect(await findEvents(manager)).toMatchObject([{ action: 'drill.start', after: { status: 'man_down', place } }]);
});
