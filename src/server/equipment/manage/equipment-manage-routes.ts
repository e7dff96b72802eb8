/** The calls with which administrators see and change connections and the external broker. */
import type * as z from 'zod/mini';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { type Equipment as EquipmentState, equipmentEndpoints } from '../../../contract/equipment/equipment.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import type { ViewRecorder } from '../../audit/views.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { fieldProblem, errorOptionsOf } from '../../shared/reason.ts';
import { type IsAllowedHost, removePassword } from '../broker-address.ts';
import { changeBroker, readBroker, toBrokerView } from '../broker-store.ts';
import { decodeText } from '../../messages/parse-payload.ts';
import type { Connection } from '../connection.ts';
import type { Equipment } from '../equipment.ts';
import { explainMessage } from '../explain-message.ts';
import { findMissingRoomNames } from '../missing-rooms.ts';
import { changeEntry, type EntryChange, readEntries } from '../equipment-store.ts';
import { listBuiltInPresets, toConnectionView } from '../entry-view.ts';
import { connectionOfDraft, parseDraft } from './draft-connection.ts';
import type { RecordedMessage, TopicListeners } from './topic-listeners.ts';

type State = z.output<typeof EquipmentState>;

export interface EquipmentManageOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly views: Pick<ViewRecorder, 'record'>;
  readonly equipment: Equipment;
  /** Applies the changed connections at once. */
  readonly reload: () => Promise<void>;
  /** The address of the external broker in MQTT_URL. Undefined: administrators set it in the browser. */
  readonly fixedBroker: string | undefined;
  readonly isAllowedHost: IsAllowedHost;
  /** The port of the embedded broker. Null: the embedded broker does not run. */
  readonly embeddedPort: number | null;
  readonly listeners: TopicListeners;
}

const maxShownCharacters = 2_000;

export function registerEquipmentManageRoutes(api: ApiServer, options: EquipmentManageOptions): void {
  const { database, equipment, listeners, now, views, reload, fixedBroker, isAllowedHost, embeddedPort } = options;

  async function readState(): Promise<State> {
    const connections = (await readEntries(database.query)).map(toConnectionView);
    const broker =
      fixedBroker === undefined
        ? toBrokerView(await readBroker(database.query))
        : { address: removePassword(fixedBroker), user: null, hasPassword: false, isFixed: true, version: '' };
    const missingRooms: State['missingRooms'] = {};
    for (const one of equipment.settings()) missingRooms[one.name] = [...(await findMissingRoomNames(database, one))];
    return { connections, presets: listBuiltInPresets(), broker, embeddedPort, missingRooms };
  }

  serveEndpoint(api, equipmentEndpoints.getEquipment, readState);

  serveEndpoint(api, equipmentEndpoints.changeConnection, async ({ caller, body: { before, after }, request }) => {
    const change: EntryChange['change'] = (stored) => (after === null ? undefined : parseDraft(after, stored));
    await changeEntry(database, { before, change }, { actor: actorOfUser(caller, request), at: now() });
    await reload();
    return readState();
  });

  serveEndpoint(api, equipmentEndpoints.changeBroker, async ({ caller, body: change, request }) => {
    if (fixedBroker !== undefined) throw new AppError('forbidden', errorOptionsOf('broker-fixed'));
    const source = { actor: actorOfUser(caller, request), at: now() };
    await changeBroker(database, { change, isAllowed: isAllowedHost }, source);
    await reload();
    return readState();
  });

  serveEndpoint(api, equipmentEndpoints.listenToMessages, async ({ caller, body, request }) => {
    const connection = connectionOfDraft(equipment, body.connection);
    if (connection === undefined)
      throw new AppError('invalid-request', { errors: [fieldProblem('preset', 'unknown')] });
    views.record(caller, request, 'equipment.listen', connection.topic);
    const { messages, problem } = listeners.read(connection.topic);
    return { items: messages.map((message) => describeMessage(connection, message)), problem };
  });
}

function describeMessage(connection: Connection, message: RecordedMessage) {
  const { sequence, at, topic, payload, isRetained, postedTo } = message;
  const decoded = decodeText(payload, payload.length);
  return {
    sequence,
    at: toIsoTime(at),
    topic: postedTo === undefined ? topic : `POST /api/equipment/${postedTo}`,
    text: 'text' in decoded ? decoded.text.slice(0, maxShownCharacters) : null,
    byteCount: payload.length,
    isRetained,
    explanation: explainMessage(connection, message),
  };
}
