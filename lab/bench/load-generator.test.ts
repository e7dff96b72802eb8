import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { findProgram } from '../../scripts/services/find-programs.mjs';
import { writeStreams } from './bench-server.ts';
import { startLoadGenerator } from './load-generator.ts';

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [ward, room, otherRoom] = [uuid(1), uuid(2), uuid(4)];
const wards = [
  { uuid: ward, rooms: [{ uuid: room }] },
  { uuid: uuid(3), rooms: [{ uuid: otherRoom }] },
];
const good = { lost: 0, doubled: 0, outOfOrder: 0, wrongWard: 0, superseded: 0 };

beforeEach(({ skip }) => {
  skip(findProgram('cc') === undefined || findProgram('taskset') === undefined, 'needs a C compiler and taskset');
});

/** Runs the generator with two viewers of a room. After each report the faked server sends these revisions. */
async function sendTo(revisionsOf: (revision: number) => readonly number[], sentRoom = room) {
  const viewers: ServerResponse[] = [];
  let reports = 0;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      viewers.push(response);
      response.write(': open\n\n');
      return;
    }
    // The generator also reports for another room, which has no viewers: such a report gets a response and no update.
    if ((await text(request)).includes(room)) {
      reports += 1;
      const updates = revisionsOf(reports).map((revision) => ({ uuid: sentRoom, revision }));
      const alert = `event: alert\ndata: ${JSON.stringify([{ streamUUID: room, alerts: [{ uuid: uuid(5) }] }])}\n\n`;
      const event = `${alert}event: roomStatus\ndata: ${JSON.stringify(updates)}\n\n`;
      // The event is sent in two parts, because the generator must join parts of an event.
      for (const viewer of viewers) viewer.write(event.slice(0, 180));
      await pause(5);
      for (const viewer of viewers) viewer.write(event.slice(180));
    }
    response.end('{"outcome":"accepted"}');
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const generator = startLoadGenerator({
    ports: [port],
    body: 'report',
    paths: { report: '/reports', events: '/events/', list: '/lists/' },
    streamsFile: await writeStreams(mkdtempSync(join(tmpdir(), 'load-generator-')), wards),
    tokensFile: '/dev/null',
    deviceKey: 'key',
  });
  await generator.open(2, 2);
  // Three seconds are long enough for six reports even on a very busy machine.
  const sent = await generator.send({ seconds: 3, connections: 1 });
  generator.stop();
  server.closeAllConnections();
  server.close();
  return { ...sent, roomReports: reports };
}

test.concurrent('the load generator finds no fault when each viewer gets each revision once', async () => {
  const sent = await sendTo((revision) => [revision]);
  expect(sent).toMatchObject({ ...good, deliveries: 2 * sent.roomReports });
  expect(sent.roomReports).toBeGreaterThan(1);
});

test.concurrent('the load generator counts an update that arrives twice', async () => {
  const sent = await sendTo((revision) => [revision, revision]);
  expect(sent).toMatchObject({ ...good, doubled: 2 * sent.roomReports });
});

test.concurrent('the load generator counts an older update after a newer one', async () => {
  const sent = await sendTo((revision) => (revision === 2 ? [] : revision === 3 ? [3, 2] : [revision]));
  expect(sent).toMatchObject({ ...good, outOfOrder: 2, superseded: 2 });
});

test.concurrent('the load generator counts the updates that never arrive', async () => {
  const sent = await sendTo((revision) => (revision > 5 ? [] : [revision]));
  expect(sent).toMatchObject({ ...good, lost: 2 * (sent.roomReports - 5) });
});

test.concurrent('the load generator counts an update of a room of another ward', async () => {
  const sent = await sendTo((revision) => [revision], otherRoom);
  expect(sent.wrongWard).toBe(2 * sent.roomReports);
});
