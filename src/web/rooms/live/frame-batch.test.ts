import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFrameBatch } from './frame-batch.ts';

/** The callbacks of the next frame. The test draws the frames, as a browser does. */
let frames: (() => void)[] = [];

function drawFrame(): void {
  const callbacks = frames;
  frames = [];
  for (const callback of callbacks) callback();
}

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('all updates that arrive before a frame are shown together, in their order, and once', () => {
  const handle = vi.fn();
  const batch = createFrameBatch<string>(handle);
  batch.add('first');
  batch.add('second');
  expect(handle).not.toHaveBeenCalled();
  drawFrame();
  vi.runAllTimers();
  expect(handle.mock.calls).toEqual([[['first', 'second']]]);
  batch.add('third');
  drawFrame();
  expect(handle).toHaveBeenLastCalledWith(['third']);
});

test('a hidden page, for which the browser draws no frame, still shows its updates', () => {
  const handle = vi.fn();
  createFrameBatch<string>(handle).add('update');
  vi.runAllTimers();
  expect(handle.mock.calls).toEqual([[['update']]]);
  drawFrame();
  expect(handle, 'the frame that follows shows nothing twice').toHaveBeenCalledOnce();
});

test('after its ward is closed, a board shows no update that was waiting for a frame', () => {
  const handle = vi.fn();
  const batch = createFrameBatch<string>(handle);
  batch.add('update');
  batch.stop();
  drawFrame();
  vi.runAllTimers();
  expect(handle).not.toHaveBeenCalled();
});
