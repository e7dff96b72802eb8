import { expect, onTestFinished, test, vi } from 'vitest';
import { followHomeChanges } from './follow-home-changes.ts';

test('a change of the home reaches the open boards of this process, and is published to the others', () => {
  const bus = { publishHomeChange: vi.fn(), onHomeChange: vi.fn() };
  const reconcile = vi.fn(async () => undefined);
  const onChanged = followHomeChanges({ bus, reconcile });
  expect(reconcile).not.toHaveBeenCalled();
  onChanged();
  expect(reconcile).toHaveBeenCalledTimes(1);
  expect(bus.publishHomeChange).toHaveBeenCalledTimes(1);
});

test('a change that another process has published reaches the open boards, and is not published again', () => {
  const listeners: (() => void)[] = [];
  const bus = { publishHomeChange: vi.fn(), onHomeChange: (listener: () => void) => void listeners.push(listener) };
  const reconcile = vi.fn(async () => undefined);
  followHomeChanges({ bus, reconcile });
  for (const listener of listeners) listener();
  expect(reconcile).toHaveBeenCalledTimes(1);
  expect(bus.publishHomeChange).not.toHaveBeenCalled();
});

test('a reconciliation that fails after a change does not end the process', async () => {
  const onUnhandled = vi.fn();
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
  const reconcile = async () => Promise.reject(new Error('the database is unavailable'));
  followHomeChanges({ bus: { publishHomeChange: vi.fn(), onHomeChange: vi.fn() }, reconcile })();
  await new Promise(setImmediate);
  expect(onUnhandled).not.toHaveBeenCalled();
});
