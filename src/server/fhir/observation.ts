/** A status that a room showed as FHIR Observation. */
import { toIsoTime } from '../../domain/iso-time.ts';
import type { ShownEntry } from '../history/room-log.ts';
import { conceptOf, statusConceptOf } from './codes.ts';

export function observationOf({ stream, sequence, status, at, receivedAt }: ShownEntry) {
  return {
    resourceType: 'Observation',
    id: `${stream}.${sequence}`,
    status: 'final',
    code: conceptOf('observation', 'room-status', 'room status'),
    subject: { reference: `Location/${stream}` },
    effectiveDateTime: toIsoTime(at),
    issued: toIsoTime(receivedAt),
    valueCodeableConcept: statusConceptOf(status),
    device: { reference: `Device/${stream}` },
  };
}
