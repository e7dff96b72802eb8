import { statusOfCode } from '../../../domain/room-status.ts';
import type { Room } from '../../../domain/room.ts';
import type { SourceKind } from '../../../domain/source.ts';
import type { Translate } from '../../language/translate.ts';

export function isUnreachable({ roomStatus }: Pick<Room, 'roomStatus'>): boolean {
  return statusOfCode(roomStatus).name === 'camera_unreachable';
}

/**
 * Whether no device has reported for the room yet. False with a server that implements only the specification, because
 * it sends no revision.
 */
export function hasNoDevice({ roomStatus, revision }: Pick<Room, 'roomStatus' | 'revision'>): boolean {
  return revision === 0 && roomStatus === -1;
}

/** The text of the room status. A room without a device has a text of its own, because nothing is starting up there. */
export function roomStatusText(room: Room, t: Translate): string {
  return hasNoDevice(room) ? t('room.no_device') : t(`status.${statusOfCode(room.roomStatus).name}`);
}

/** Names the sensor or gateway that is offline, so that staff know which one to check. */
export function offlineSourceText(source: SourceKind, t: Translate): string {
  return t('source.offline', { source: t(`source.${source}`) });
}
