import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { ApiError } from '../../api/api-error.ts';
import { sendWithBoardUuid } from './board-uuid.ts';

beforeEach(() => void vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

const sent = () => sendWithBoardUuid(async (uuid) => uuid);
const notFound = async () => Promise.reject(new ApiError(404, 'not found'));

test('all reports of a tab have the same board uuid', async () => {
  expect(await sent()).toBe(await sent());
});

test('when another user has logged in within a tab, the board is reported with a new uuid', async () => {
  const ofOther = await sent();
  const send = vi.fn(async (uuid: string) => (uuid === ofOther ? notFound() : uuid));
  const own = await sendWithBoardUuid(send);
  expect(send).toHaveBeenCalledTimes(2);
  expect(own).not.toBe(ofOther);
  expect(await sent()).toBe(own);
});

test('a board report that the server answers with 404 is attempted at most twice', async () => {
  await sent();
  const send = vi.fn(notFound);
  await expect(sendWithBoardUuid(send)).rejects.toThrow('not found');
  expect(send).toHaveBeenCalledTimes(2);
  await expect(sendWithBoardUuid(async () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
});
