/** Describes what staff do about alerts as events of the audit log. */
import type { AlertTransition, AlertUser } from '../../domain/alerts/alert.ts';
import type { AlertAction } from '../../domain/alerts/alert-actions.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import type { RoomEvent } from '../audit/named-room.ts';

/**
 * The event of an answer. `transitions`: those of all alerts that the answer is about. `person`: for whom a wall board
 * answers.
 */
export function auditEventOfAnswer(
  action: AlertAction,
  transitions: readonly AlertTransition[],
  person: AlertUser | undefined,
): RoomEvent {
  const status = transitions.map(({ alert }) => statusOfCode(alert.status).name);
  const isTest = transitions.some(({ alert }) => alert.isTest);
  const { resolution, note, attended } = action.kind === 'resolve' ? action : {};
  const onBehalfOf = person && (person.displayName ?? person.subject);
  const after = { status, onBehalfOf, resolution, attended, note: note ?? undefined, ...(isTest && { test: true }) };
  return { action: `alert.${action.kind}`, after };
}
