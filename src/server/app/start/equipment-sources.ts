/** Where the connections of the equipment come from, by the configuration. */
import type { ConnectionSettings } from '../../intake/equipment/connection.ts';
import { withoutPassword } from '../../intake/mqtt/external-broker/broker-address.ts';
import type { AppDependencies } from '../app-dependencies.ts';
import type { Config } from '../config.ts';
import {
  type EquipmentReload,
  type EquipmentReloadOptions,
  readConnections,
  startEquipmentReload,
} from './equipment-reload.ts';

/** Undefined: there are no connections. */
function equipmentFileOf({ equipmentFile, defaultEquipmentFile }: Config): string | undefined {
  return equipmentFile ?? defaultEquipmentFile;
}

/** Throws EquipmentFileError. */
export async function readEquipment(config: Config): Promise<readonly ConnectionSettings[]> {
  const file = equipmentFileOf(config);
  if (file === undefined) return [];
  return readConnections(file, { isOptional: config.equipmentFile === undefined });
}

/** Undefined: there is no file to read again. */
export function openEquipmentReload(
  config: Config,
  ports: Pick<EquipmentReloadOptions, 'equipment' | 'onReplaced' | 'log'>,
): EquipmentReload | undefined {
  const file = equipmentFileOf(config);
  if (file === undefined) return undefined;
  return startEquipmentReload({ ...ports, file, isOptional: config.equipmentFile === undefined });
}

export function equipmentSourcesOf(
  config: Config,
  ports: Pick<AppDependencies['equipmentSources'], 'reload' | 'listeners'>,
): AppDependencies['equipmentSources'] {
  const { brokerUrl, port } = config.mqtt;
  return {
    ...ports,
    file: { path: equipmentFileOf(config), hasOtherServers: config.database.kind === 'postgres' },
    brokers: {
      external: brokerUrl === undefined ? null : withoutPassword(brokerUrl),
      embeddedPort: port ?? null,
    },
  };
}
