/**
 * Loads the code of the sound after the first paint of a ward, because the paint does not need it, and before a sound
 * is needed, because a board must sound without a network. If loading fails, the components below throw, and the crash
 * page reloads.
 */
import { lazyComponent } from '../shared/lazy-component.tsx';
import { loadRepeatedly } from '../shared/load-repeatedly.ts';
import type { LiveBoard } from '../live/live-board.ts';

export const loadSound = () => import('./sound.ts');

export const SoundMenu = lazyComponent(async () => (await loadSound()).SoundMenu);
export const SoundStrip = lazyComponent(async () => (await loadSound()).SoundStrip);

/**
 * Calls `start` when the code of the sound is loaded, which is repeated until it succeeds. `start` returns the function
 * that stops what it has started. Returns a function that stops it, or keeps it from starting.
 */
export function startWhenLoaded(start: (sound: Awaited<ReturnType<typeof loadSound>>) => () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const startLoaded = async (): Promise<void> => {
    const sound = await loadRepeatedly('The sound', loadSound, signal);
    if (!signal.aborted) signal.addEventListener('abort', start(sound));
  };
  startLoaded().catch((error: unknown) => {
    if (!signal.aborted) console.error('The sound could not be started, reason:', error);
  });
  return () => stopping.abort();
}

/** Creates the sound of a ward. Until its code is loaded, the first and the last state of the board are kept for it. */
export function createLazyWardSound() {
  let waiting: readonly LiveBoard[] = [];
  let listener: ((board: LiveBoard) => void) | undefined;

  return {
    /** Starts the sound and returns the function that stops it. */
    start: () =>
      startWhenLoaded(({ createWardSound }) => {
        const sound = createWardSound();
        listener = sound.onState;
        for (const state of waiting) sound.onState(state);
        waiting = [];
        return () => {
          listener = undefined;
          sound.close();
        };
      }),
    onState: (board: LiveBoard) => {
      if (listener !== undefined) listener(board);
      else if (board.streams !== undefined) waiting = [...waiting.slice(0, 1), board];
    },
  };
}
