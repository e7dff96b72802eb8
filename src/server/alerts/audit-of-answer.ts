/** Describes what staff do about alerts as events of the audit log. */
import type { AlertTransition } from '../../domain/alerts/alert.ts';
import type { AlertAction } from '../../domain/alerts/alert-actions.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import type { AuditEntry, AuditSource } from '../audit/record-audit.ts';
import type { NamedRoom } from '../board/named-room.ts';

type RoomEvent = Pick<AuditEntry, 'action' | 'after'>;

/** An event about a room, with its place. */
export function auditEntryOfRoom(source: AuditSource, room: NamedRoom, { action, after }: RoomEvent): AuditEntry {
  const { uuid: id, name, place, clientUUID } = room;
  return { ...source, action, object: { kind: 'room', id, name }, clientUUID, after: { ...after, place } };
}

/** The event of an answer. `transitions`: those of all alerts that the answer is about. */
export function auditEventOfAnswer(action: AlertAction, transitions: readonly AlertTransition[]): RoomEvent {
  const status = transitions.map(({ alert }) => statusOfCode(alert.status).name);
  const isTest = transitions.some(({ alert }) => alert.isTest);
  const { resolution, note, attended } = action.kind === 'resolve' ? action : {};
  const after = { status, resolution, attended, note: note ?? undefined, ...(isTest && { test: true }) };
  return { action: `alert.${action.kind}`, after };
}
