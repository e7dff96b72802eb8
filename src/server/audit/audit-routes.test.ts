import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { AuditEvent, auditEndpoints } from '../../contract/audit/audit.ts';
import type { Scope } from '../../domain/user.ts';
import { serverActor } from './audit-actors.ts';
import { recordAudit } from './record-audit.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
  const entry = { actor: serverActor, action: 'ward.view' } as const;
  await recordAudit(
    app.database.query,
    { ...entry, at: 1_000, clientUUID: small.clientA },
    { ...entry, at: 2_000, clientUUID: small.clientB },
    { ...entry, at: 3_000, clientUUID: null },
  );
});
afterAll(() => app.close());

const administrator = (...scopes: readonly Scope[]) => app.users.token(scopes, { roles: ['administrator'] });
const administratorOfA = () => administrator({ kind: 'client', uuid: small.clientA });

test.each(['limit=0', 'limit=501', 'limit=x', 'before=1', 'from=yesterday', `search=${'x'.repeat(201)}`, 'search=%00'])(
  'the query %s is refused with the name of the parameter',
  async (query) => {
    const response = await app.get(`/manage/audit?${query}`, administrator(everything));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: query.split('=', 1)[0] }] });
  },
);

test('an export of the audit log has one event per line, and is recorded with the address of the caller', async () => {
  const response = await app.get('/manage/audit/export?to=2000-01-01T00:00:00Z', administratorOfA());
  expect(response.headers.get('content-type')).toMatch('application/x-ndjson');
  const lines = (await response.text()).trimEnd().split('\n');
  expect(lines.map((line) => AuditEvent.parse(JSON.parse(line)).at)).toEqual(['1970-01-01T00:00:01.000Z']);
  const all = await app.get('/manage/audit?search=audit.export', administrator(everything));
  expect(z.object({ items: z.array(AuditEvent) }).parse(await all.json()).items).toMatchObject([
    { actor: { kind: 'user' }, after: { until: '2000-01-01T00:00:00Z' }, address: '127.0.0.1' },
  ]);
});

test('days of the filter are those of the location, also when its clock changes', async () => {
  const { query } = app.database;
  const zoneOf = (timeZone: string) => query.updateTable('location').set({ own_rules: JSON.stringify({ timeZone }) });
  const eventsOf = async (day: string) => {
    const response = await app.get(`/manage/audit?from=${day}&to=${day}`, administratorOfA());
    const { items, timeZone } = auditEndpoints.listAuditEvents.response.parse(await response.json());
    return { timeZone, times: items.map(({ at }) => at) };
  };
  // The first and the last minute of a day of 23 hours, and those beside it.
  const times = ['2026-03-28T22:59', '2026-03-28T23:00', '2026-03-29T21:59', '2026-03-29T22:00'];
  const entry = { actor: serverActor, action: 'ward.view', clientUUID: small.clientA } as const;
  await recordAudit(query, ...times.map((time) => ({ ...entry, at: Date.parse(`${time}Z`) })));
  await zoneOf('Europe/Brussels').execute();
  expect(await eventsOf('2026-03-29')).toEqual({
    timeZone: 'Europe/Brussels',
    times: ['2026-03-29T21:59:00.000Z', '2026-03-28T23:00:00.000Z'],
  });
  await zoneOf('Europe/Kyiv').execute();
  expect((await eventsOf('2026-03-30')).times).toEqual(['2026-03-29T22:00:00.000Z', '2026-03-29T21:59:00.000Z']);
  await zoneOf('Europe/Brussels').where('client_uuid', '=', small.clientB).execute();
  expect((await eventsOf('2026-03-30')).timeZone, 'that of the own locations').toBe('Europe/Kyiv');
  const everywhere = await app.get('/manage/audit', administrator(everything));
  expect(await everywhere.json()).toMatchObject({ timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
});
