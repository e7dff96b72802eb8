import { join } from 'node:path';
import { settingsOfEntry } from '../../../src/server/equipment/connection-entry.ts';
import { readEquipmentFile } from '../../../src/server/equipment/file/equipment-file.ts';

const samples = join(import.meta.dirname, '../../../src/server/equipment/samples');

/** The connections of the samples: every preset, with two rooms at `harbour`. */
export const sampleEntries = readEquipmentFile(join(samples, 'equipment.yaml'));
export const sampleConnections = sampleEntries.map(settingsOfEntry);
