/** Fetches the connections to equipment, and changes them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type Equipment as EquipmentSchema, equipmentEndpoints } from '../../contract/equipment/equipment.ts';
import type { FindingName } from '../../domain/status/finding.ts';
import { useSystemStatus } from '../administration/use-system-status.ts';
import { useApi } from '../api/api-client.tsx';

export type EquipmentState = z.output<typeof EquipmentSchema>;
export type StoredConnection = EquipmentState['connections'][number];
export type Connection = StoredConnection['connection'];
export type Preset = EquipmentState['presets'][number];

const equipmentQuery = ['equipment'];
/** The interval at which the connections are fetched again, because other users can change them. */
const pollIntervalMs = 5_000;

export function useEquipment() {
  const api = useApi();
  return useQuery({
    queryKey: equipmentQuery,
    queryFn: ({ signal }) => api.call(equipmentEndpoints.getEquipment, { signal }),
    refetchInterval: pollIntervalMs,
  });
}

/** Whether no process of the server is connected to the external broker. */
export function useIsBrokerDown(): boolean {
  const { data } = useSystemStatus();
  return data?.findings.some(({ name }) => name === ('broker-down' satisfies FindingName)) === true;
}

/** Returns the calls that change a connection or the external broker. A call rejects with the error of the server. */
export function useEquipmentCalls() {
  const { call } = useApi();
  const queries = useQueryClient();
  const show = (state: EquipmentState) => queries.setQueryData(equipmentQuery, state);
  return {
    /** Adds, changes or removes a connection: `before` or `after` is null if it does not exist then. */
    changeConnection: async (body: z.input<typeof equipmentEndpoints.changeConnection.body>) =>
      show(await call(equipmentEndpoints.changeConnection, { body, maxAttempts: 1 })),
    changeBroker: async (body: z.input<typeof equipmentEndpoints.changeBroker.body>) =>
      show(await call(equipmentEndpoints.changeBroker, { body, maxAttempts: 1 })),
  };
}

/**
 * The presets to choose from: the built-in presets, and the preset of the connection. `stored` is undefined for a new
 * connection.
 */
export function presetsFor({ presets }: EquipmentState, stored: StoredConnection | undefined): readonly Preset[] {
  const own = stored?.ownPreset ?? null;
  return own === null ? presets : [...presets, own];
}
