/** The volume of the sounds on this device, by day and at night. */
import * as z from 'zod/mini';
import type { AlertPriority } from '../../../../domain/alerts/alert.ts';

export const minVolume = 0.2;
/** Staff must hear an alert of high priority and a board that is lost, whatever the volume is set to. */
export const minAlarmVolume = 0.6;

const Volume = z.number().check(z.gte(minVolume), z.lte(1));
const Hour = z.int().check(z.gte(0), z.lte(23));

/** The volumes between 0 and 1, and the full hours at which the night begins and ends. */
const VolumeSettings = z.object({ day: Volume, night: Volume, nightFrom: Hour, nightUntil: Hour });

export type VolumeSettings = z.infer<typeof VolumeSettings>;

export const defaultVolume: VolumeSettings = { day: 1, night: 0.6, nightFrom: 21, nightUntil: 7 };

const storageKey = 'room-status:volume';

export function readVolume(storage: Pick<Storage, 'getItem'>): VolumeSettings {
  try {
    return z.parse(VolumeSettings, JSON.parse(storage.getItem(storageKey) ?? ''));
  } catch {
    return defaultVolume;
  }
}

export function writeVolume(storage: Pick<Storage, 'setItem'>, settings: VolumeSettings): void {
  storage.setItem(storageKey, JSON.stringify(settings));
}

/** The volume of a sound at an hour of the day. The chime has no priority. */
export function volumeAt(settings: VolumeSettings, hour: number, priority?: AlertPriority): number {
  const volume = isNight(settings, hour) ? settings.night : settings.day;
  return priority === 'high' || priority === 'technical' ? Math.max(volume, minAlarmVolume) : volume;
}

/** Equal hours mean that there is no night. */
function isNight({ nightFrom, nightUntil }: VolumeSettings, hour: number): boolean {
  if (nightFrom <= nightUntil) return hour >= nightFrom && hour < nightUntil;
  return hour >= nightFrom || hour < nightUntil;
}
