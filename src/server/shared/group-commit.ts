/**
 * Whatever is handed in within one turn of the event loop is committed, or asked, together, and each caller
 * gets its own answer. One sync to disk, or one query, then serves them all; a lone one waits for nobody.
 */
export interface GroupCommitOptions<Item, Answer> {
  /** One answer for each item, in order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Whether a failed commit is the fault of one of its items, so that each is to be tried by itself. */
  readonly isOneAtFault: (error: unknown) => boolean;
  readonly weightOf: (item: Item) => number;
  /** What one commit may weigh; a single heavier item is committed alone. */
  readonly limit: number;
}

export interface GroupCommit<Item, Answer> {
  submit(item: Item): Promise<Answer>;
  /** What is handed in and not yet answered. */
  weight(): number;
  /** Resolves when all that was handed in is answered. */
  settled(): Promise<void>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export function createGroupCommit<Item, Answer>(options: GroupCommitOptions<Item, Answer>): GroupCommit<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let working: Promise<void> | undefined;
  let weight = 0;

  async function work(): Promise<void> {
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = takeGroup();
      await commitGroup(group);
    }
    working = undefined;
  }

  function takeGroup(): Waiting<Item, Answer>[] {
    let taken = 0;
    const end = waiting.findIndex(({ item }, index) => {
      taken += options.weightOf(item);
      return index > 0 && taken > options.limit;
    });
    const group = waiting.slice(0, end === -1 ? undefined : end);
    waiting = waiting.slice(group.length);
    return group;
  }

  async function commitGroup(group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await options.commit(group.map(({ item }) => item));
      if (answers.length !== group.length) throw new Error('a commit left some without an answer');
      release(group);
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
    } catch (error) {
      if (group.length > 1 && options.isOneAtFault(error)) {
        for (const one of group) await commitGroup([one]);
      } else {
        release(group);
        for (const { reject } of group) reject(error);
      }
    }
  }

  function release(group: readonly Waiting<Item, Answer>[]): void {
    for (const { item } of group) weight -= options.weightOf(item);
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        weight += options.weightOf(item);
        waiting.push({ item, resolve, reject });
        working ??= work();
      }),
    weight: () => weight,
    settled: async () => {
      await working;
    },
  };
}
