import type * as z from 'zod/mini';
import { type HomeImpact, type homeEndpoints, maxListedChanges } from '../../../contract/manage/home.ts';
import type { Change } from '../home-file/import/compare-homes.ts';
import type { HomeChangeResult } from './change-home.ts';
import { undoOf } from './undo-change.ts';

export type Impact = z.output<typeof HomeImpact>;

/** The answer of the API to a change or its dry run. */
export function describeHomeChange(
  result: HomeChangeResult,
  impact: readonly Impact[],
): z.output<typeof homeEndpoints.changeHome.response> {
  const { changes, alerts, reopened } = result;
  const countOf = (effect: Change['effect']) => changes.filter((change) => change.effect === effect).length;
  return {
    counts: {
      added: countOf('added'),
      changed: countOf('changed'),
      removed: countOf('removed'),
      removedRooms: changes.filter(({ effect, node }) => effect === 'removed' && node.level === 'stream').length,
      retired: countOf('retired'),
    },
    changes: changes.slice(0, maxListedChanges).map(({ effect, node, path, fields }) => {
      return { effect, level: node.level, uuid: node.uuid, path: [...path], fields: [...fields] };
    }),
    impact: [...impact],
    alerts: [...alerts],
    reopened: reopened.slice(0, maxListedChanges).map((alert) => ({ ...alert })),
    undo: undoOf(result),
  };
}
