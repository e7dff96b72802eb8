/** Tests how soon staff hear that their board shows no current rooms: network failures in, played sounds out. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAudibleBoard } from '../../../../tests/support/board/audible-board.ts';
import { testStream } from '../../../../tests/support/test-stream.ts';

const room = testStream('00000000-0000-4000-8000-00000000000a');

let board: Awaited<ReturnType<typeof openAudibleBoard>>;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-15T12:00:00Z') });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  board = await openAudibleBoard([room]);
});
afterEach(() => {
  board.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  ['is refused by a killed server', () => board.server.kill()],
  ['gets the response of a proxy whose server was killed', () => board.server.killBehindProxy()],
])(
  'a board whose connection breaks and then %s sounds within 4 s, also across the reload of its page',
  async (_, kill) => {
    kill();
    await board.pass(60);
    expect(board.times()[0]).toBeGreaterThan(2);
    expect(board.times()[0]).toBeLessThanOrEqual(4);
    expect(board.sounds().slice(0, 3)).toEqual(['4 technical', '14 technical', '24 technical']);
  },
);

test('a board whose network path is silent sounds within 30 s', async () => {
  // The outage starts right after a heartbeat of the event stream.
  await board.pass(5);
  board.server.silence();
  await board.pass(60);
  expect(board.sounds().slice(0, 3)).toEqual(['33 technical', '43 technical', '53 technical']);
});

test('a board is silent during an announced restart of 6 s, and sounds when the server does not come back', async () => {
  board.server.shutDown();
  await board.pass(6);
  board.server.start();
  await board.pass(60);
  expect(board.sounds()).toEqual([]);
  board.server.shutDown();
  await board.pass(30);
  expect(board.sounds()).toEqual(['79 technical', '89 technical']);
});

test('a board is silent when its server is killed and back 2 s later', async () => {
  board.server.kill();
  await board.pass(2);
  board.server.start();
  await board.pass(60);
  expect(board.sounds()).toEqual([]);
});

test('a board is silent when its computer has no network for 5 s', async () => {
  board.network.onLine = false;
  board.server.kill();
  await board.pass(5);
  board.network.onLine = true;
  board.server.start();
  await board.pass(60);
  expect(board.sounds()).toEqual([]);
});

test('a ward that is opened again without a network sounds 10 s later, because its last data are old', async () => {
  board.server.silence();
  board.leaveWard();
  await board.pass(600);
  board.reload();
  await board.pass(25);
  expect(board.sounds()).toEqual(['610 technical', '620 technical']);
});
