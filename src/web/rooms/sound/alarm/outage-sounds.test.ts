/** From the network to the loudspeaker: how soon staff hear that their board shows no current rooms. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAudibleBoard } from '../../../../../tests/support/board/audible-board.ts';
import { testStream } from '../../../../../tests/support/test-stream.ts';

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
  ['is answered by a proxy whose server was killed', () => board.server.killBehindProxy()],
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
  // Right after a heartbeat.
  await board.pass(5);
  board.server.silence();
  await board.pass(60);
  expect(board.sounds().slice(0, 3)).toEqual(['33 technical', '43 technical', '53 technical']);
});

test('a restart of 6 s that the server announces is silent, and a server that does not come back is heard', async () => {
  board.server.shutDown();
  await board.pass(6);
  board.server.start();
  await board.pass(60);
  expect(board.sounds()).toEqual([]);
  board.server.shutDown();
  await board.pass(30);
  expect(board.sounds()).toEqual(['79 technical', '89 technical']);
});

test('a server that is killed and back 2 s later is silent', async () => {
  board.server.kill();
  await board.pass(2);
  board.server.start();
  await board.pass(60);
  expect(board.sounds()).toEqual([]);
});

test('a device without a network for 5 s is silent', async () => {
  board.network.onLine = false;
  board.server.kill();
  await board.pass(5);
  board.network.onLine = true;
  board.server.start();
  await board.pass(60);
  expect(board.sounds()).toEqual([]);
});
