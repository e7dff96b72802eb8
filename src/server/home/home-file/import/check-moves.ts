/** Refuses home files that give the history of a room to another client. */
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import { type Home, type HomeNode, nodesOfLevel } from '../home.ts';
import type { PlannedNode } from './match-home.ts';
import { createClientLookup, nodeKeyOf } from './place-of-node.ts';

/**
 * Adds an error to `problems` for each room with reports, and each ward with such a room, that moves to another client.
 * A location that moves takes its rooms along, because it is the same home with the same staff.
 */
export function checkMoves(
  planned: readonly PlannedNode[],
  stored: Home,
  withReports: ReadonlySet<string>,
  problems: FieldProblem[],
): void {
  const after = planned.map(({ node }) => node);
  const [clientBefore, clientAfter] = [createClientLookup(stored), createClientLookup(after)];
  const parentBefore = new Map(stored.map((node) => [nodeKeyOf(node), node.parentUUID]));
  const wardAfter = new Map(nodesOfLevel(after, 'stream').map(({ uuid, parentUUID }) => [uuid, parentUUID]));
  const reported = nodesOfLevel(stored, 'stream').filter(({ uuid }) => withReports.has(uuid));
  const staying = reported.filter(({ uuid, parentUUID }) => (wardAfter.get(uuid) ?? parentUUID) === parentUUID);
  const roomOfWard = new Map(staying.map((room) => [room.parentUUID, room]));
  /** A room whose history moves with the node. */
  const historyOf = ({ level, uuid }: HomeNode) => (level === 'ward' ? roomOfWard.get(uuid) : undefined);
  for (const { node, place } of planned) {
    const isMoved = parentBefore.get(nodeKeyOf(node)) !== node.parentUUID;
    if (!isMoved || clientBefore(node)?.uuid === clientAfter(node)?.uuid) continue;
    const room = node.level === 'stream' && withReports.has(node.uuid) ? node : historyOf(node);
    if (room !== undefined) problems.push(fieldProblem(place, 'room-keeps-client', { room: room.displayName }));
  }
}
