/**
 * Loads the code of the sound after the first paint of a ward, which does not need it, and before it is needed: a board
 * must sound without network. If it cannot be loaded, the components below fail, and the crash page loads the page again.
 */
import { lazy } from 'react';
import type { BoardListener } from '../live/use-board-streams.ts';
import type { StreamDiff } from '../live/state-machine/stream-diff.ts';
import type { LiveBoard } from '../live/state-machine/live-board.ts';

export const loadSound = () => import('./sound.ts');

export const SoundMenu = lazy(async () => ({ default: (await loadSound()).SoundMenu }));
export const SoundStrip = lazy(async () => ({ default: (await loadSound()).SoundStrip }));
export const SoundCheckStrip = lazy(async () => ({ default: (await loadSound()).SoundCheckStrip }));

export interface LazyWardSound extends BoardListener {
  /** Returns the function that stops the sound. */
  start(): () => void;
}

/** The sound of a ward. What happens before the code is loaded is passed on afterwards. */
export function createLazyWardSound(): LazyWardSound {
  let state: LiveBoard | undefined;
  let changes: readonly StreamDiff[] = [];
  let listener: BoardListener | undefined;

  async function connect(stopping: AbortSignal): Promise<void> {
    const { createWardSound } = await loadSound();
    if (stopping.aborted) return;
    const sound = createWardSound();
    listener = sound;
    stopping.addEventListener('abort', () => {
      listener = undefined;
      sound.close();
    });
    if (state !== undefined) sound.onState(state);
    for (const change of changes) sound.onChange(change);
    changes = [];
  }

  return {
    start: () => {
      const stopping = new AbortController();
      connect(stopping.signal).catch(() => undefined);
      return () => stopping.abort();
    },
    onState: (board) => {
      state = board;
      listener?.onState(board);
    },
    onChange: (diff) => {
      if (listener === undefined) changes = [...changes, diff];
      else listener.onChange(diff);
    },
  };
}
