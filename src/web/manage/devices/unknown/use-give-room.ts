/** Saves which room a device has: in the home, and for a device of a connection in the equipment file. */
import { useQueryClient } from '@tanstack/react-query';
import { equipmentEndpoints } from '../../../../contract/manage/equipment.ts';
import { homeEndpoints } from '../../../../contract/manage/home.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useChangeEquipment } from '../../equipment/use-equipment.ts';
import type { HomeChange } from '../../home/home-change.ts';
import { homeKey, type Places } from '../../home/places.ts';
import { useNotify } from '../../shell/notifications.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { changeOf, type DeviceUse, roomNameOf, type Target, type UnknownRoom, withDevice } from './unknown-room.ts';

interface GiveRoomOptions {
  readonly unknown: UnknownRoom;
  readonly places: Places;
  /** What the device does in the room. Undefined: the device names the room itself. */
  readonly use: DeviceUse | undefined;
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

type Undo = () => Promise<unknown>;

/** Returns a function that rejects with the error of the failed call. It can be called again with the same target. */
export function useGiveRoom({ unknown, places, use, onGiven, onClose }: GiveRoomOptions) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const notify = useNotify();
  const changeHome = useChangeHome();
  const assignDevice = useAssignDevice();

  /** The equipment file is first: a room that is created for nothing would be seen on the boards. */
  async function change(wardUUID: string, target: Target): Promise<readonly Undo[]> {
    if (use === undefined || unknown.connection === null)
      return changeHome(changeOf(unknown, places, wardUUID, target));
    const undoDevice = await assignDevice(unknown.connection, roomNameOf(unknown, target), use);
    if (target.kind === 'existing') return [undoDevice];
    return [...(await changeHome(changeOf(unknown, places, wardUUID, target))), undoDevice];
  }

  async function refresh(): Promise<void> {
    await queries.invalidateQueries({ queryKey: homeKey });
    onGiven();
  }

  return async (wardUUID: string, target: Target, name: string) => {
    const steps = await change(wardUUID, target);
    await refresh();
    const undo = async () => {
      for (const step of steps) await step();
      await refresh();
    };
    const text = t('devices.given', { name: unknown.room, room: name });
    notify({ text, undo: steps.length === 0 ? undefined : undo });
    onClose();
  };
}

function useChangeHome() {
  const api = useApi();
  const call = (body: HomeChange) => api.call(homeEndpoints.changeHome, { query: {}, body });
  return async (body: HomeChange): Promise<readonly Undo[]> => {
    const { undo } = await call(body);
    return undo === null ? [] : [() => call(undo)];
  };
}

function useAssignDevice() {
  const api = useApi();
  const changeEquipment = useChangeEquipment();
  return async (name: string, room: string, use: DeviceUse): Promise<Undo> => {
    const { version, connections } = await api.call(equipmentEndpoints.getEquipment, {});
    const before = connections.find((one) => one.name === name) ?? null;
    const after = before === null ? null : { ...before, rooms: withDevice(before.rooms, room, use) };
    const changed = await changeEquipment({ version, name, connection: after });
    return () => changeEquipment({ version: changed.version, name, connection: before });
  };
}
