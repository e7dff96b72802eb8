import { playTone, reasonOf, resumeAudio } from '../audio-output.ts';
import { alarmTones } from '../tones/alarm-tone.ts';
import { currentVolume } from '../volume/current-volume.ts';

/** Plays the quieter one of the two alarms of alerts. Whoever hears it hears the other one too. */
export function playTestTone(): void {
  resumeAudio();
  try {
    playTone(alarmTones.medium, currentVolume('medium'));
  } catch (error) {
    console.warn('The test tone could not be played, reason:', reasonOf(error));
  }
}
