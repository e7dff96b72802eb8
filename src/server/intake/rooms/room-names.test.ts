import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ReportAnswer } from '../../../contract/reports.ts';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey } from '../device-keys/device-keys.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const good = { stream: small.streamA1x1, status: 3 };
const accepted = () => app.database.query.selectFrom('report').selectAll().execute();

async function answer(response: Promise<Response>) {
  const { status } = await response;
  return { status, ...z.parse(ReportAnswer, await (await response).json()) };
}

describe('a room may be named', () => {
  const alias = (table: 'location' | 'stream', uuid: string, name: string) =>
    app.database.query.updateTable(table).set({ alias: name }).where('uuid', '=', uuid).execute();
  beforeEach(async () => {
    await alias('location', small.locationA1, 'harbour');
    await alias('stream', small.streamA1x1, 'room-1');
    await alias('stream', small.streamA1x2, 'room-2');
    await alias('stream', small.streamB1x1, 'room-1');
  });

  test('by its alias, with the location where that is needed', async () => {
    const list = [
      { room: 'room-2', status: 3 },
      { stream: 'harbour/room-1', status: 5 },
      { room: small.streamB1x1.toUpperCase(), status: 2 },
    ];
    expect(await answer(app.report(list))).toEqual({
      status: 200,
      results: [
        { index: 0, outcome: 'accepted', stream: small.streamA1x2, room: 'room-2', revision: 1 },
        { index: 1, outcome: 'accepted', stream: small.streamA1x1, revision: 1 },
        { index: 2, outcome: 'accepted', stream: small.streamB1x1, room: list[2]?.room, revision: 1 },
      ],
    });
  });

  test('and an alias of two rooms is refused with the way to tell them apart', async () => {
    const { status, results } = await answer(app.report({ room: 'room-1', status: 3 }));
    expect(status).toBe(422);
    const [result] = results;
    expect(result).toMatchObject({ outcome: 'refused', field: 'room', room: 'room-1' });
    expect(result?.reason).toContain('location/room');
    expect(await accepted()).toEqual([]);
  });

  test('and who names one that is not there is told once which there are', async () => {
    const { key } = await createDeviceKey(app.database, {
      name: 'house',
      scope: { kind: 'location', uuid: small.locationA1 },
      now: 0,
    });
    const { results } = await answer(app.report([{ room: 'rom-1', status: 3 }, good, { room: 'x', status: 3 }], key));
    expect(
      results.map(({ outcome, known, knownInAll }) => [outcome, known?.map(({ room }) => room), knownInAll]),
    ).toEqual([
      ['refused', ['harbour/room-1', 'harbour/room-2', small.streamA1x3, small.streamA1y1], 4],
      ['accepted', undefined, undefined],
      ['refused', undefined, undefined],
    ]);
    expect(results[0]?.reason).toBe('is not known to this device key');
  });
});
