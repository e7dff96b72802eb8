import { statusOfCode } from '../../../domain/room-status.ts';
import type { Room } from '../../../domain/room.ts';

export function isUnreachable({ roomStatus }: Pick<Room, 'roomStatus'>): boolean {
  return statusOfCode(roomStatus).name === 'camera_unreachable';
}
