import type { Database } from '../../../database/database.ts';
import { OperatorError } from '../../../shared/operator-error.ts';
import { findNode } from '../../find-scope.ts';
import { childLevel, childrenOf, type Home, type HomeNode, nodesOf } from '../home.ts';
import { loadHome } from '../load-home.ts';
import { compareHomes } from './compare-homes.ts';
import type { ImportOptions, ImportResult } from './import-home.ts';
import { findReportedStreams } from './reported-streams.ts';
import { prepareAndStore } from './store-changes.ts';

const maxNamedRooms = 5;

/**
 * Removes a client, location, ward or room, with everything below it. Throws OperatorError if `text` does not name
 * exactly one, or if one of the rooms has reports: they would be lost.
 */
export async function removeNode(
  database: Database,
  text: string,
  options: Pick<ImportOptions, 'isDryRun' | 'now' | 'actor'>,
): Promise<ImportResult> {
  return database.query.transaction().execute(async (transaction) => {
    const before = await loadHome(transaction);
    const { node, path } = findNode(before, text);
    const removed = new Set(subtreeOf(before, node));
    const reported = await findReportedStreams(transaction, [...removed]);
    if (reported.size > 0)
      throw new OperatorError(
        refusal(
          path,
          nodesOf(before, 'stream').filter(({ uuid }) => reported.has(uuid)),
        ),
      );
    const after = before.filter((one) => !removed.has(one));
    const changes = compareHomes(before, after, new Set());
    const result = { changes, before, after };
    if (!options.isDryRun) await prepareAndStore(transaction, result, { kind: database.kind, ...options });
    return { ...result, unchanged: after.length };
  });
}

function subtreeOf(home: Home, node: HomeNode): HomeNode[] {
  const below = childLevel(node.level);
  const children = below === undefined ? [] : childrenOf(home, below, node.uuid);
  return [node, ...children.flatMap((child) => subtreeOf(home, child))];
}

function refusal(path: string, rooms: readonly HomeNode[]): string {
  const names = rooms.slice(0, maxNamedRooms).map(({ displayName }) => displayName);
  const more = rooms.length > maxNamedRooms ? `, and ${rooms.length - maxNamedRooms} more` : '';
  return (
    `${path} is not removed, because these rooms have reports, which would be lost: ${names.join(', ')}${more}. ` +
    'Import the rooms with the status INACTIVE instead: boards then hide them.'
  );
}
