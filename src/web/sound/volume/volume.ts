/** The volume of the sounds in this browser, for day and night. */
import * as z from 'zod/mini';
import type { AlertPriority } from '../../../domain/alerts/alert.ts';
import { readServerTime } from '../../api/server-clock.ts';

export const minVolume = 0.2;
/** The minimum volume of alerts of high priority and of a lost board. Staff must hear them at any setting. */
export const minAlarmVolume = 0.6;

const Volume = z.number().check(z.gte(minVolume), z.lte(1));

/** The settings: volumes between 0 and 1. */
const VolumeSettings = z.object({ day: Volume, night: Volume });

export type VolumeSettings = z.infer<typeof VolumeSettings>;

export const defaultVolume: VolumeSettings = { day: 1, night: 0.6 };

/** The full hours at which the night begins and ends. */
const nightFrom = 21;
const nightUntil = 7;

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

/** The volume of a sound at an hour of the day. Undefined priority: the chime. */
export function volumeAt(settings: VolumeSettings, hour: number, priority?: AlertPriority): number {
  const volume = hour >= nightFrom || hour < nightUntil ? settings.night : settings.day;
  return priority === 'high' || priority === 'technical' ? Math.max(volume, minAlarmVolume) : volume;
}

/** The present volume of a sound. Uses the clock of the server, because the clock of a computer may be wrong. */
export function readCurrentVolume(priority?: AlertPriority): number {
  return volumeAt(readVolume(localStorage), new Date(readServerTime()).getHours(), priority);
}
