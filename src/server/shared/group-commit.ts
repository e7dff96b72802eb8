/**
 * Group commit: items that are submitted within one turn of the event loop share one commit, and each caller gets the
 * answer for its item. One transaction or one query serves them all. A single item does not wait for others. A commit
 * does not wait until earlier ones are on disk.
 */
interface GroupCommitOptions<Item, Answer> {
  readonly commit: (items: readonly Item[]) => Promise<Committed<Answer>>;
  /** Whether one item may have made the commit fail. Then each item of the group is retried alone. */
  readonly isItemFault: (error: unknown) => boolean;
  readonly weightOf: (item: Item) => number;
  /** The maximum weight of one commit. A heavier single item is committed alone. */
  readonly maxWeight: number;
}

interface Committed<Answer> {
  /** One answer for each item, in order. */
  readonly answers: readonly Answer[];
  /** Resolves when the commit is on disk. The answers are given after that. Missing: it is on disk. */
  readonly durable?: Promise<void>;
}

interface QueuedItem<Item, Answer> extends PromiseWithResolvers<Answer> {
  readonly item: Item;
}

export function createGroupCommit<Item, Answer>(options: GroupCommitOptions<Item, Answer>) {
  let queue: QueuedItem<Item, Answer>[] = [];
  let running: Promise<void> | undefined;
  /** Resolves when all groups that are committed have their answers. */
  let answering = Promise.resolve();
  /** The weight of the items without an answer. */
  let weight = 0;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      await nextTurn();
      await commitGroup(nextGroup());
    }
    running = undefined;
  }

  function nextGroup(): QueuedItem<Item, Answer>[] {
    const group = queue.slice(0, lengthOfGroup(queue, options));
    queue = queue.slice(group.length);
    return group;
  }

  async function commitGroup(group: readonly QueuedItem<Item, Answer>[]): Promise<void> {
    const release = () => void (weight -= weightOf(group, options));
    try {
      const committed = await options.commit(group.map(({ item }) => item));
      if (committed.answers.length !== group.length) throw new Error('a commit did not answer every item');
      const earlier = answering;
      answering = answer(group, committed, release).then(() => earlier);
    } catch (error) {
      if (group.length === 1 || !options.isItemFault(error)) return refuse(group, error, release);
      for (const queued of group) await commitGroup([queued]);
    }
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
    drained: async (): Promise<void> => {
      await running;
      await answering;
    },
  };
}

type Settled<Answer> = readonly Pick<PromiseWithResolvers<Answer>, 'resolve' | 'reject'>[];

/** Answers each item of the group when its commit is on disk. `release` is called before that. */
async function answer<Answer>(group: Settled<Answer>, { answers, durable }: Committed<Answer>, release: () => void) {
  try {
    await durable;
  } catch (error) {
    return refuse(group, error, release);
  }
  release();
  for (const [index, value] of answers.entries()) group[index]?.resolve(value);
}

function refuse<Answer>(group: Settled<Answer>, error: unknown, release: () => void): void {
  release();
  for (const { reject } of group) reject(error);
}

type Weights<Item> = Pick<GroupCommitOptions<Item, unknown>, 'weightOf' | 'maxWeight'>;

/** How many items from the start of the queue are committed together. */
function lengthOfGroup<Item>(queue: readonly { readonly item: Item }[], options: Weights<Item>): number {
  let weight = 0;
  const end = queue.findIndex(({ item }, index) => {
    weight += options.weightOf(item);
    return index > 0 && weight > options.maxWeight;
  });
  return end === -1 ? queue.length : end;
}

function weightOf<Item>(group: readonly { readonly item: Item }[], options: Weights<Item>): number {
  return group.reduce((sum, { item }) => sum + options.weightOf(item), 0);
}

/** Gives other work of the process its turn. */
function nextTurn(): Promise<void> {
  return new Promise(setImmediate);
}
