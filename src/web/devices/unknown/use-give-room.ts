/** Saves the room of a device: the room itself, and for a device of a connection the entry in that connection. */
import { useQueryClient } from '@tanstack/react-query';
import { equipmentEndpoints } from '../../../contract/equipment/equipment.ts';
import { roomEndpoints } from '../../../contract/home/rooms.ts';
import { useApi } from '../../api/api-client.tsx';
import { useEquipmentCalls } from '../../equipment/use-equipment.ts';
import { homeQueryKey } from '../../home/places.ts';
import { namedRooms } from '../../home/rooms.ts';
import { useNotify } from '../../administration/notifications.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type DeviceNames, roomNameOf, type RoomTarget, type UnknownRoom, addDevice } from './unknown-room.ts';

interface GiveRoomOptions {
  readonly unknown: UnknownRoom;
  /** The names of the device by role. Undefined: the device sends the name of its room itself. */
  readonly use: DeviceNames | undefined;
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

/**
 * Returns a function that saves the assignment. Rejects with the error of the failed call, and can be called again with
 * the same target.
 */
export function useGiveRoom({ unknown, use, onGiven, onClose }: GiveRoomOptions) {
  const { t } = useTexts();
  const { call } = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const assignDevice = useAssignDevice();
  const { wanted } = unknown;

  /** Adds the new room, or gives the alias that the device sends to the existing room. */
  async function changeHome(wardUUID: string, target: RoomTarget): Promise<void> {
    const alias = wanted?.alias === null || wanted === null ? {} : { alias: wanted.alias };
    if (target.kind === 'new') {
      const room = { uuid: wanted?.uuid ?? target.newUuid, displayName: target.displayName, ...alias };
      await call(roomEndpoints.addRooms, { body: { wardUUID, rooms: [room] } });
    } else {
      await call(roomEndpoints.changeRooms, { query: {}, body: { rooms: namedRooms([target.room]), ...alias } });
    }
  }

  return async (wardUUID: string, target: RoomTarget, name: string) => {
    const { connection } = unknown;
    // Changes the connection before the home: if that fails, no new room without a device appears on the boards.
    const isOfConnection = use !== undefined && connection !== null;
    if (isOfConnection) await assignDevice(connection, roomNameOf(unknown, target), use);
    if (!isOfConnection || target.kind === 'new') await changeHome(wardUUID, target);
    await queries.invalidateQueries({ queryKey: homeQueryKey });
    onGiven();
    notify(t('devices.given', { name: unknown.room, room: name }));
    onClose();
  };
}

function useAssignDevice() {
  const api = useApi();
  const { changeConnection } = useEquipmentCalls();
  return async (name: string, room: string, use: DeviceNames): Promise<void> => {
    const { connections } = await api.call(equipmentEndpoints.getEquipment, {});
    const stored = connections.find(({ connection }) => connection.name === name);
    // The empty version makes the server refuse the change if the connection was removed meanwhile.
    const { version, connection } = stored ?? { version: '', connection: null };
    const after = connection && { ...connection, rooms: addDevice(connection.rooms, room, use) };
    await changeConnection({ before: { name, version }, after });
  };
}
