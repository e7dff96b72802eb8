/** All calls of the administration. They are not part of `endpoints`, so that the board does not load them. */
import type { Endpoint } from '../endpoint.ts';
import { auditEndpoints } from './audit.ts';
import { deviceKeyEndpoints } from './device-keys.ts';
import { equipmentEndpoints } from './equipment.ts';
import { roomActivityEndpoints } from './room-activity.ts';
import { homeEndpoints } from './home.ts';
import { rulesEndpoints } from './rules.ts';
import { setUpEndpoints } from './set-up.ts';
import { statusEndpoints } from './status.ts';
import { unknownRoomEndpoints } from './unknown-rooms.ts';
import { groupEndpoints } from './groups.ts';
import { accountEndpoints } from './people.ts';

export const manageEndpoints = {
  ...accountEndpoints,
  ...auditEndpoints,
  ...deviceKeyEndpoints,
  ...equipmentEndpoints,
  ...roomActivityEndpoints,
  ...homeEndpoints,
  ...rulesEndpoints,
  ...setUpEndpoints,
  ...statusEndpoints,
  ...unknownRoomEndpoints,
  ...groupEndpoints,
} as const satisfies Record<string, Endpoint>;
