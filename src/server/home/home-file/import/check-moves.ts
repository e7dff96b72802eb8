/** Refuses home files that give the history of a room to another client. */
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import type { Home } from '../home.ts';
import type { PlannedNode } from './match-home.ts';
import { createClientLookup } from './place-of-node.ts';

/**
 * Adds an error to `problems` for each room that moves to a ward of another client and has reports. A location that
 * moves takes its rooms along, because it is the same home with the same staff.
 */
export function checkMoves(
  planned: readonly PlannedNode[],
  stored: Home,
  withReports: ReadonlySet<string>,
  problems: FieldProblem[],
): void {
  const clientBefore = createClientLookup(stored);
  const wardBefore = new Map(stored.flatMap((node) => (node.level === 'stream' ? [[node.uuid, node.parentUUID]] : [])));
  const clientAfter = createClientLookup(planned.map(({ node }) => node));
  for (const { node, place } of planned) {
    const isMoved = node.level === 'stream' && wardBefore.get(node.uuid) !== node.parentUUID;
    if (!isMoved || !withReports.has(node.uuid)) continue;
    if (clientBefore(node)?.uuid === clientAfter(node)?.uuid) continue;
    problems.push(fieldProblem(place, 'room-keeps-client', { room: node.displayName }));
  }
}
