/** Stores whether staff have heard the test tone of this browser. They are asked once per shift. */
import { useSyncExternalStore } from 'react';
import { useNow } from '../../ui/time/use-now.ts';

export interface SoundCheck {
  /** When staff answered, in epoch milliseconds. */
  readonly at: number;
  readonly isHeard: boolean;
}

const storageKey = 'room-status:sound-check';
const shiftMs = 8 * 3_600_000;
const minuteMs = 60_000;

/** Stores in this browser whether staff have heard the test tone. */
export function recordSoundCheck({ at, isHeard }: SoundCheck): void {
  localStorage.setItem(storageKey, `${at} ${isHeard ? 'heard' : 'not-heard'}`);
  notify();
}

/** Deletes the answer to the test tone at logout, so that the next user is asked again. */
export function resetSoundCheck(): void {
  localStorage.removeItem(storageKey);
  notify();
}

/**
 * Parses the stored answer. Undefined: staff must be asked, because there is no answer, or it is older than a shift.
 * NOTE: an answer in the future means that the clock was set back.
 */
function parseSoundCheck(text: string | null, now: number): SoundCheck | undefined {
  const [time = '', answer] = (text ?? '').split(' ');
  const at = Number(time);
  const isValid = time !== '' && now - at < shiftMs && at <= now + minuteMs;
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
  return parseSoundCheck(
    useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey)),
    now,
  );
}
