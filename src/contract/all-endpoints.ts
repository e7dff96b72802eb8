/** Every call of the API, for the OpenAPI document and for tests of all calls. */
import type { Endpoint } from './endpoint.ts';
import { changeOutcomeEndpoints } from './change-outcome.ts';
import { endpoints } from './endpoints.ts';
import { auditEndpoints } from './audit/audit.ts';
import { contactEndpoints } from './contacts/contacts.ts';
import { deviceKeyEndpoints } from './devices/device-keys.ts';
import { fhirEndpoints } from './fhir/fhir-endpoints.ts';
import { equipmentEndpoints } from './equipment/equipment.ts';
import { roomBatteryEndpoints } from './devices/room-batteries.ts';
import { noticeEndpoints } from './notices/notices.ts';
import { handoverEndpoints } from './handover/handover.ts';
import { eraseHistoryEndpoints } from './history/erase-history.ts';
import { roomHistoryEndpoints } from './history/room-history.ts';
import { roomNightsEndpoints } from './history/room-nights.ts';
import { figuresEndpoints } from './figures/figures.ts';
import { intakeEndpoints } from './intake/intake-endpoints.ts';
import { homeFileEndpoints } from './home/home-file.ts';
import { placeEndpoints } from './home/places.ts';
import { roomEndpoints } from './home/rooms.ts';
import { rulesEndpoints } from './rules/rules.ts';
import { setUpEndpoints } from './identity/set-up.ts';
import { statusEndpoints } from './status/status.ts';
import { unknownRoomEndpoints } from './devices/unknown-rooms.ts';
import { groupEndpoints } from './people/groups.ts';
import { accountEndpoints } from './people/people.ts';
import { dutyEndpoints } from './duty/duty.ts';
import { phoneEndpoints } from './phones/phones.ts';
import { wallBoardEndpoints } from './wall-boards/wall-boards.ts';
import { meEndpoints } from './identity/me.ts';
import { ownAccountEndpoints } from './people/own-account.ts';

export const allEndpoints = {
  ...endpoints,
  ...intakeEndpoints,
  ...changeOutcomeEndpoints,
  ...meEndpoints,
  ...accountEndpoints,
  ...auditEndpoints,
  ...contactEndpoints,
  ...noticeEndpoints,
  ...deviceKeyEndpoints,
  ...equipmentEndpoints,
  ...fhirEndpoints,
  ...roomBatteryEndpoints,
  ...handoverEndpoints,
  ...roomHistoryEndpoints,
  ...roomNightsEndpoints,
  ...figuresEndpoints,
  ...homeFileEndpoints,
  ...placeEndpoints,
  ...roomEndpoints,
  ...rulesEndpoints,
  ...setUpEndpoints,
  ...statusEndpoints,
  ...unknownRoomEndpoints,
  ...dutyEndpoints,
  ...phoneEndpoints,
  ...groupEndpoints,
  ...ownAccountEndpoints,
  ...eraseHistoryEndpoints,
  ...wallBoardEndpoints,
} as const satisfies Record<string, Endpoint>;
