/** The code systems of FHIR resources: ours for what only Room Status knows, and those of HL7. */
import { statusOfCode } from '../../domain/room-status.ts';

export const codeSystems = {
  /** The names of the room statuses (domain/room-status.ts). */
  status: 'urn:room-status:code-system:status',
  observation: 'urn:room-status:code-system:observation',
  sensorType: 'urn:room-status:code-system:sensor-type',
  alertPriority: 'urn:room-status:code-system:alert-priority',
  /** `drill` or `sensor-fault`. */
  alertKind: 'urn:room-status:code-system:alert-kind',
  physicalType: 'http://terminology.hl7.org/CodeSystem/location-physical-type',
  flagCategory: 'http://terminology.hl7.org/CodeSystem/flag-category',
} as const;

export function conceptOf(system: keyof typeof codeSystems, code: string, text?: string) {
  return { coding: [{ system: codeSystems[system], code }], ...(text !== undefined && { text }) };
}

/** The concept of a room status. The text of a code that is not in the status table has its number. */
export function statusConceptOf(code: number) {
  const { name } = statusOfCode(code);
  return conceptOf('status', name, name === 'unknown' ? `unknown (${code})` : name.replaceAll('_', ' '));
}
