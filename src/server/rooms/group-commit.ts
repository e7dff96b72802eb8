/**
 * Whatever is handed in within one turn of the event loop is committed together, and each caller gets
 * its own answer. One sync to disk then serves them all; a lone one waits for nobody.
 */
export interface GroupCommitOptions<Item, Answer> {
  /** One answer for each item, in order. When it throws, all of its items are rejected with that. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Answer[]>;
  readonly weightOf: (item: Item) => number;
  /** What one commit may weigh; a single heavier item is committed alone. */
  readonly limit: number;
}

export interface GroupCommit<Item, Answer> {
  submit(item: Item): Promise<Answer>;
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

  async function work(): Promise<void> {
    await new Promise(setImmediate);
    while (waiting.length > 0) await commitGroup(takeGroup());
    working = undefined;
  }

  function takeGroup(): Waiting<Item, Answer>[] {
    let weight = 0;
    const end = waiting.findIndex(({ item }, index) => {
      weight += options.weightOf(item);
      return index > 0 && weight > options.limit;
    });
    const group = waiting.slice(0, end === -1 ? undefined : end);
    waiting = waiting.slice(group.length);
    return group;
  }

  async function commitGroup(group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await options.commit(group.map(({ item }) => item));
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
      if (answers.length !== group.length) throw new Error('a commit left some without an answer');
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        working ??= work();
      }),
    settled: async () => {
      await working;
    },
  };
}
