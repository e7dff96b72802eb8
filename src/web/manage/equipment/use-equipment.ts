/** The equipment file on the server, and its changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type Equipment as EquipmentSchema, equipmentEndpoints } from '../../../contract/manage/equipment.ts';
import { useApi } from '../../api/api-client.tsx';

export type EquipmentState = z.output<typeof EquipmentSchema>;
export type Connection = EquipmentState['connections'][number];
export type Preset = EquipmentState['presets'][number];
type Change = z.input<typeof equipmentEndpoints.changeEquipment.body>;

const equipmentQuery = ['equipment'];
/** Also shows what was changed in the file itself. */
const pollIntervalMs = 5_000;

export function useEquipment() {
  const api = useApi();
  return useQuery({
    queryKey: equipmentQuery,
    queryFn: ({ signal }) => api.call(equipmentEndpoints.getEquipment, { signal }),
    refetchInterval: pollIntervalMs,
  });
}

/** Returns a function that changes the file. It rejects with the error of the call. */
export function useChangeEquipment(): (change: Change) => Promise<EquipmentState> {
  const api = useApi();
  const queries = useQueryClient();
  return async (change) => {
    const state = await api.call(equipmentEndpoints.changeEquipment, { body: change, maxAttempts: 1 });
    queries.setQueryData(equipmentQuery, state);
    return state;
  };
}

export function presetOf({ presets }: Pick<EquipmentState, 'presets'>, connection: Connection): Preset | undefined {
  return presets.find(({ name }) => name === (connection.preset ?? connection.presetFile));
}
