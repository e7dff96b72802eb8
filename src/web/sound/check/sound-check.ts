/** Stores whether staff have heard the test tone of this browser. They are asked once per shift. */
import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '../../shared/create-store.ts';
import { useNow } from '../../ui/time/use-now.ts';

export interface SoundCheck {
  /** When staff answered, in epoch milliseconds. */
  readonly at: number;
  readonly isHeard: boolean;
}

const storageKey = 'room-status:sound-check';
/** The length of a shift while the server has not said when the present one began. */
const defaultShiftMs = 8 * 3_600_000;
/** When the present shift of the location began, by the clock of the browser. Undefined: not known yet. */
const shiftStart = createStore<number | undefined>(undefined);

/** Sets when the present shift began, in epoch milliseconds by the clock of the browser. */
export function setShiftStart(at: number): void {
  shiftStart.set(at);
}
const minuteMs = 60_000;

/** Stores in this browser whether staff have heard the test tone. */
export function recordSoundCheck({ at, isHeard }: SoundCheck): void {
  localStorage.setItem(storageKey, `${at} ${isHeard ? 'heard' : 'not-heard'}`);
  notify();
}

/** Stores an answer that staff have given on another screen, unless this browser has a later one. */
export function recordLaterSoundCheck(check: SoundCheck): void {
  const [storedAt = ''] = (localStorage.getItem(storageKey) ?? '').split(' ');
  if (Number(storedAt) < check.at) recordSoundCheck(check);
}

/** Deletes the answer to the test tone at logout, so that the next user is asked again. */
export function resetSoundCheck(): void {
  localStorage.removeItem(storageKey);
  notify();
}

/**
 * Parses the stored answer. Undefined: staff must be asked, because there is no answer, or it is older than the shift.
 * NOTE: an answer in the future means that the clock was set back.
 */
function parseSoundCheck(text: string | null, now: number, shiftFrom: number): SoundCheck | undefined {
  const [time = '', answer] = (text ?? '').split(' ');
  const at = Number(time);
  const isValid = time !== '' && at >= shiftFrom && at <= now + minuteMs;
  return isValid ? { at, isHeard: answer === 'heard' } : undefined;
}

/** Subscribes to changes of the answer, including those in other tabs, which the event `storage` reports. */
function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function notify(): void {
  window.dispatchEvent(new Event('storage'));
}

/** The last answer to the test tone. Undefined: staff must be asked. */
export function useSoundCheck(): SoundCheck | undefined {
  const now = useNow(60_000);
  const shiftFrom = useStore(shiftStart) ?? now - defaultShiftMs;
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey));
  return parseSoundCheck(stored, now, shiftFrom);
}
