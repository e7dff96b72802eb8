/**
 * Loads the code of the sound after the first paint of a ward, because the paint does not need it, and before a sound
 * is needed, because a board must sound without a network. If loading fails, the components below throw, and the crash
 * page reloads.
 */
import { lazyComponent } from '../shared/lazy-component.tsx';
import type { LiveBoard } from '../live/live-board.ts';

export const loadSound = () => import('./sound.ts');

export const SoundMenu = lazyComponent(async () => (await loadSound()).SoundMenu);
export const SoundStrip = lazyComponent(async () => (await loadSound()).SoundStrip);

/** Creates the sound of a ward. Until its code is loaded, the first and the last state of the board are kept for it. */
export function createLazyWardSound() {
  let waiting: readonly LiveBoard[] = [];
  let listener: ((board: LiveBoard) => void) | undefined;

  async function connect(stopping: AbortSignal): Promise<void> {
    const { createWardSound } = await loadSound();
    if (stopping.aborted) return;
    const sound = createWardSound();
    listener = sound.onState;
    stopping.addEventListener('abort', () => {
      listener = undefined;
      sound.close();
    });
    for (const state of waiting) sound.onState(state);
    waiting = [];
  }

  return {
    /** Starts the sound and returns the function that stops it. */
    start: () => {
      const stopping = new AbortController();
      connect(stopping.signal).catch(() => undefined);
      return () => stopping.abort();
    },
    onState: (board: LiveBoard) => {
      if (listener !== undefined) listener(board);
      else if (board.streams !== undefined) waiting = [...waiting.slice(0, 1), board];
    },
  };
}
