/** The browser draws no frames for a hidden page, and a hidden board must not hold updates back. */
const maxDelayMs = 100;

interface FrameBatch<T> {
  add(item: T): void;
  /** Drops the items that were not handled. */
  stop(): void;
}

/**
 * Collects items, and passes them to `handle` once before the browser draws the next frame. Rendering more often than
 * that costs processor time and shows nothing.
 */
export function createFrameBatch<T>(handle: (items: readonly T[]) => void): FrameBatch<T> {
  let items: T[] = [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): readonly T[] {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = undefined;
    const collected = items;
    items = [];
    return collected;
  }

  return {
    add: (item) => {
      items.push(item);
      if (timer !== undefined) return;
      frame = requestAnimationFrame(() => handle(cancel()));
      timer = setTimeout(() => handle(cancel()), maxDelayMs);
    },
    stop: () => void cancel(),
  };
}
