import { useSyncExternalStore } from 'react';
import { useNow } from '../../../ui/time/use-now.ts';
import { type SoundCheck, storedSoundCheck, subscribeSoundCheck, validCheck } from './sound-check.ts';

/** The last answer to the test tone. Undefined: it is time to ask. */
export function useSoundCheck(): SoundCheck | undefined {
  const now = useNow(60_000);
  return validCheck(useSyncExternalStore(subscribeSoundCheck, storedSoundCheck), now);
}
