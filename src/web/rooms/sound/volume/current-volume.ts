import type { AlertPriority } from '../../../../domain/alerts/alert.ts';
import { clockOffsetMs } from '../../../api/server-clock.ts';
import { readVolume, volumeAt } from './volume.ts';

/** The volume of a sound now. The clock of the server decides whether it is night, because a device's may be wrong. */
export function currentVolume(priority?: AlertPriority): number {
  return volumeAt(readVolume(localStorage), new Date(Date.now() + clockOffsetMs()).getHours(), priority);
}
