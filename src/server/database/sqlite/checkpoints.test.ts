import { expect, test, vi } from 'vitest';
import { minCheckpointPages, minCheckpointPagesOnFullDisk, createCheckpoints } from './checkpoints.ts';
import { createConnectionLock } from './connection-lock.ts';

const inThread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const answering = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', () => parentPort.postMessage(null));`;

test.each([
  ['ends', 'process.exit(1)'],
  ['fails', `throw new Error('no memory')`],
  ['answers', answering],
])('the connection is free again after a checkpoint whose thread %s', async (_name, code) => {
  const lock = createConnectionLock();
  const run = vi.spyOn(lock, 'run');
  let pages = minCheckpointPages + 1;
  const checkpoints = createCheckpoints({
    file: 'none',
    lock,
    countPages: () => pages,
    script: inThread(code),
    freeBytes: () => 1e9,
  });
  checkpoints.check();
  pages = 0;
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  await lock.acquire();
  await checkpoints.close();
});

test.each([
  ['a disk with free space', 1e9, minCheckpointPages],
  ['a full disk', 60e6, minCheckpointPagesOnFullDisk],
])('on %s a checkpoint runs when the WAL has grown to its limit', async (_name, freeBytes, limit) => {
  let pages = limit;
  const isRun = async () => {
    const lock = createConnectionLock();
    const run = vi.spyOn(lock, 'run');
    const checkpoints = createCheckpoints({
      file: 'none',
      lock,
      countPages: () => pages,
      script: inThread(answering),
      freeBytes: () => freeBytes,
    });
    checkpoints.check();
    await checkpoints.close();
    return run.mock.calls.length > 0;
  };
  expect(await isRun()).toBe(false);
  pages += 1;
  expect(await isRun()).toBe(true);
});
