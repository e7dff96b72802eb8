/** Which known node each node of a file means, for one kind of node. Every known node is meant once at most. */

interface Described {
  readonly uuid?: string | undefined;
  readonly alias?: string | undefined;
  readonly displayName: string;
  readonly place: string;
}

interface Known {
  readonly uuid: string;
  readonly displayName: string;
}

export interface Matcher<K extends Known> {
  /** Unless either of the two is matched already. */
  matchAs(node: Described, known: K): void;
  /** What is left of `nodes`, siblings, with what is left of `known`, siblings too. */
  matchByName(nodes: readonly Described[], known: readonly K[]): void;
  /** The file's, that of the known node it means, or a new one. */
  uuidOf(node: Described): { readonly uuid: string; readonly known: K | undefined };
}

interface Options {
  readonly problems: string[];
  readonly newUuid: () => string;
}

/** `all`: every node of that kind in the file. Those with a uuid are matched first. */
export function createMatcher<K extends Known>(
  kind: string,
  known: readonly K[],
  all: readonly Described[],
  { problems, newUuid }: Options,
): Matcher<K> {
  const knownByUuid = new Map(known.map((node) => [node.uuid, node]));
  const meant = new Map<string, string>();
  const matched = new Map<Described, K>();
  for (const { uuid, place } of all) {
    if (uuid === undefined) continue;
    const other = meant.get(uuid);
    if (other !== undefined) problems.push(`${place}: the uuid ${uuid} is already that of the ${kind} at ${other}`);
    else meant.set(uuid, place);
  }

  function matchAs(node: Described, found: K): void {
    if (node.uuid !== undefined || matched.has(node) || meant.has(found.uuid)) return;
    matched.set(node, found);
    meant.set(found.uuid, node.place);
  }

  return {
    matchAs,

    matchByName(nodes, siblings) {
      const seen = new Map<string, string>();
      for (const node of nodes) {
        if (node.uuid !== undefined || matched.has(node)) continue;
        const { displayName, alias, place } = node;
        const twin = seen.get(displayName);
        if (twin !== undefined && alias === undefined) {
          problems.push(`${place}: there is another ${kind} "${displayName}" at ${twin}: give one of them its uuid`);
          continue;
        }
        seen.set(displayName, place);
        const [found, another] = siblings.filter(
          (other) => other.displayName === displayName && !meant.has(other.uuid),
        );
        if (another !== undefined) {
          problems.push(`${place}: there are several of the name "${displayName}": give the uuid of the ${kind} meant`);
        } else if (found !== undefined) matchAs(node, found);
      }
    },

    uuidOf(node) {
      const found = matched.get(node);
      const uuid = node.uuid ?? found?.uuid ?? newUuid();
      return { uuid, known: knownByUuid.get(uuid) };
    },
  };
}
