import { playTone, reasonOf } from './audio-output.ts';
import { alarmTones } from './tones/alarm-tone.ts';
import { currentVolume } from './volume/current-volume.ts';

/** Says that an answer was not sent, to somebody who has left the board already. */
export function playGivenUp(): void {
  try {
    playTone(alarmTones.technical, currentVolume('technical'));
  } catch (error) {
    console.warn('The sound for an answer that was not sent could not be played, reason:', reasonOf(error));
  }
}
