/** Whether somebody has heard the test tone of this device. Asked once in each shift. */

export interface SoundCheck {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly isHeard: boolean;
}

const storageKey = 'room-status:sound-check';
const shiftMs = 8 * 3_600_000;
const minuteMs = 60_000;
const listeners = new Set<() => void>();

/** Stores the answer on this device. */
export function recordSoundCheck({ at, isHeard }: SoundCheck): void {
  localStorage.setItem(storageKey, `${at} ${isHeard ? 'heard' : 'not-heard'}`);
  notify();
}

/** After a logout the next person is asked again. */
export function resetSoundCheck(): void {
  localStorage.removeItem(storageKey);
  notify();
}

/**
 * The stored answer. Undefined: there is none, or it is older than a shift. NOTE: an answer is from the future after the clock of the device was
 * set back.
 */
export function validCheck(text: string | null, now: number): SoundCheck | undefined {
  const [time = '', answer] = (text ?? '').split(' ');
  const at = Number(time);
  const isValid = time !== '' && now - at < shiftMs && at <= now + minuteMs;
  return isValid ? { at, isHeard: answer === 'heard' } : undefined;
}

export function storedSoundCheck(): string | null {
  return localStorage.getItem(storageKey);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** The event `storage` reports an answer in another tab. */
export function subscribeSoundCheck(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}
