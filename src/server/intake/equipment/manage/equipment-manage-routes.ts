/** The calls of the administration about the equipment file. */
import type * as z from 'zod/mini';
import { isoTime } from '../../../../domain/iso-time.ts';
import {
  type EquipmentConnection,
  equipmentEndpoints,
  type MessageExplanation,
} from '../../../../contract/manage/equipment.ts';
import { userActor } from '../../../audit/audit-actors.ts';
import type { Database } from '../../../database/database.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { serveEndpoint } from '../../../http/serve-endpoint.ts';
import { requireEverything } from '../../../rights/manager.ts';
import { decodeText } from '../../parse-payload.ts';
import type { Equipment } from '../equipment.ts';
import { explainMessage, type Explanation } from '../explain-message.ts';
import type { ChangeEquipment } from './change-equipment.ts';
import { createEquipmentFileAccess, type EquipmentFileOptions } from './equipment-file-access.ts';
import type { EquipmentStatePorts } from './equipment-state.ts';
import type { RecordedMessage, TopicListeners } from './topic-listeners.ts';

export interface EquipmentManageOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly equipment: Equipment;
  readonly file: EquipmentFileOptions;
  /** Reads the changed file at once. */
  readonly reload: () => Promise<void>;
  readonly brokers: EquipmentStatePorts['brokers'];
  readonly listeners: TopicListeners;
}

type Draft = z.output<typeof EquipmentConnection>;

const maxShownCharacters = 2_000;

export function registerEquipmentManageRoutes(api: ApiServer, options: EquipmentManageOptions): void {
  const { equipment, listeners, now } = options;
  const ports = { ...options, file: createEquipmentFileAccess(options.file) };
  let change: ChangeEquipment | undefined;

  // The parser of the file is loaded when an administrator needs it.
  async function readState() {
    const { readEquipmentState } = await import('./equipment-state.ts');
    return readEquipmentState(ports);
  }

  async function equipmentWith(draft: Draft | undefined): Promise<Equipment> {
    if (draft === undefined) return equipment;
    const { withDraft } = await import('./draft-connection.ts');
    return withDraft(equipment, draft) ?? equipment;
  }

  serveEndpoint(api, equipmentEndpoints.getEquipment, async ({ caller }) => {
    requireEverything(caller);
    return readState();
  });

  serveEndpoint(api, equipmentEndpoints.changeEquipment, async ({ caller, body, request }) => {
    requireEverything(caller);
    const { createChangeEquipment } = await import('./change-equipment.ts');
    change ??= createChangeEquipment(ports);
    await change(body, { actor: userActor(caller, request), at: now() });
    return readState();
  });

  serveEndpoint(api, equipmentEndpoints.explainMessage, async ({ caller, body }) => {
    requireEverything(caller);
    const used = await equipmentWith(body.connection);
    return toJson(explainMessage(used, body.topic, Buffer.from(body.payload)));
  });

  serveEndpoint(api, equipmentEndpoints.listenToTopic, async ({ caller, body }) => {
    requireEverything(caller);
    const used = await equipmentWith(body.connection);
    const { messages, problem } = listeners.read(body.topic.replace(/\/+$/, ''));
    return { items: messages.map((message) => describeMessage(used, message)), problem };
  });
}

function describeMessage(equipment: Equipment, message: RecordedMessage) {
  const { sequence, at, topic, payload, isRetained, postedTo } = message;
  const decoded = decodeText(payload, payload.length);
  return {
    sequence,
    at: isoTime(at),
    topic: postedTo === undefined ? topic : `POST /api/equipment/${postedTo}`,
    text: 'text' in decoded ? decoded.text.slice(0, maxShownCharacters) : null,
    byteCount: payload.length,
    isRetained,
    explanation: toJson(explainMessage(equipment, topic, payload)),
  };
}

function toJson({ rooms, ...explanation }: Explanation): z.output<typeof MessageExplanation> {
  return { ...explanation, rooms: rooms.map((room) => ({ ...room, patterns: [...room.patterns] })) };
}
