import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import { createWallBoardCredential } from './credential.ts';
import { createWallBoardApi } from './wall-board-api.ts';

test.each([
  ['the server has revoked it', 'revoked', 1],
  ['a proxy refuses a call', undefined, 0],
])('a wall board forgets its token only if the server has revoked it: %s', async (_name, cause, forgottenCount) => {
  const credential = createWallBoardCredential(memoryStorage());
  credential.set('a-token');
  const forget = vi.fn();
  const api = createWallBoardApi('https://rooms.example.org/api', credential, forget);
  await api.replaceRejectedToken('another-token', cause);
  expect(forget).not.toHaveBeenCalled();
  await api.replaceRejectedToken('a-token', cause);
  expect(forget).toHaveBeenCalledTimes(forgottenCount);
});
