/** Which deliveries share a transaction. */
import type { Delivery } from './ingest-deliveries.ts';

/** Counts how many deliveries from the start of the queue fit into one transaction. */
export function lengthOfGroup(queue: readonly Delivery[], maxItems: number): number {
  let count = 0;
  const end = queue.findIndex(({ items }) => (count += items.length) > maxItems);
  return end === -1 ? queue.length : Math.max(1, end);
}
