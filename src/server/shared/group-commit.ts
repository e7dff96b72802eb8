/**
 * Group commit: items that are submitted within one turn of the event loop share one commit, and each caller gets the
 * answer for its item. One disk sync or one query serves them all. A single item does not wait for others.
 */
interface GroupCommitOptions<Item, Answer> {
  /** Returns one answer for each item, in order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Whether one item may have made the commit fail. Then each item of the group is retried alone. */
  readonly isItemFault: (error: unknown) => boolean;
  readonly weightOf: (item: Item) => number;
  /** The maximum weight of one commit. A heavier single item is committed alone. */
  readonly maxWeight: number;
}

interface QueuedItem<Item, Answer> extends PromiseWithResolvers<Answer> {
  readonly item: Item;
}

export function createGroupCommit<Item, Answer>(options: GroupCommitOptions<Item, Answer>) {
  let queue: QueuedItem<Item, Answer>[] = [];
  let running: Promise<void> | undefined;
  let weight = 0;

  async function run(): Promise<void> {
    await new Promise(setImmediate);
    while (queue.length > 0) await commitGroup(nextGroup());
    running = undefined;
  }

  function nextGroup(): QueuedItem<Item, Answer>[] {
    let groupWeight = 0;
    const end = queue.findIndex(({ item }, index) => {
      groupWeight += options.weightOf(item);
      return index > 0 && groupWeight > options.maxWeight;
    });
    const group = queue.slice(0, end === -1 ? undefined : end);
    queue = queue.slice(group.length);
    return group;
  }

  async function commitGroup(group: readonly QueuedItem<Item, Answer>[]): Promise<void> {
    try {
      const answers = await options.commit(group.map(({ item }) => item));
      if (answers.length !== group.length) throw new Error('a commit did not answer every item');
      release(group);
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
    } catch (error) {
      if (group.length > 1 && options.isItemFault(error)) {
        for (const queued of group) await commitGroup([queued]);
      } else {
        release(group);
        for (const { reject } of group) reject(error);
      }
    }
  }

  function release(group: readonly QueuedItem<Item, Answer>[]): void {
    for (const { item } of group) weight -= options.weightOf(item);
  }

  return {
    submit: (item: Item): Promise<Answer> => {
      const outcome = Promise.withResolvers<Answer>();
      weight += options.weightOf(item);
      queue.push({ item, ...outcome });
      running ??= run();
      return outcome.promise;
    },
    /** The weight of all items that are submitted and not answered yet. */
    queuedWeight: () => weight,
    /** Resolves when all submitted items are answered. */
    drained: () => running ?? Promise.resolve(),
  };
}
