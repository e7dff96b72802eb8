/** Rows of a table, each with its client, location and ward, become a tree. */
import type { DescribedHome, DescribedStream } from './home.ts';

interface Named {
  readonly displayName: string;
  readonly uuid?: string | undefined;
  readonly alias?: string | undefined;
}

export interface CsvRow {
  readonly place: string;
  readonly client: Named;
  readonly location: Named | undefined;
  readonly ward: Named | undefined;
  readonly stream: DescribedStream | undefined;
}

interface Branch extends Named {
  readonly place: string;
  readonly branches: Branch[];
  readonly streams: DescribedStream[];
}

/** Rows mean the same node by its uuid; without one, by its name. Adds to `problems` what does not fit together. */
export function gatherRows(rows: readonly CsvRow[], problems: string[]): DescribedHome {
  const clients: Branch[] = [];
  // Rows with most uuids first: one without may mean what another gives the uuid of.
  for (const row of rows.toSorted((a, b) => uuidsIn(b) - uuidsIn(a))) {
    const client = join(clients, row.client, 'client', row.place, problems);
    const location = row.location && join(client.branches, row.location, 'location', row.place, problems);
    const ward = location && row.ward && join(location.branches, row.ward, 'ward', row.place, problems);
    if (row.stream !== undefined) ward?.streams.push(row.stream);
  }
  return clients.map(({ branches: locations, ...client }) => ({
    ...client,
    locations: locations.map(({ branches: wards, ...location }) => ({ ...location, wards })),
  }));
}

function uuidsIn({ client, location, ward }: CsvRow): number {
  return [client, location, ward].filter((node) => node?.uuid !== undefined).length;
}

function join(siblings: Branch[], node: Named, kind: string, place: string, problems: string[]): Branch {
  const { displayName, uuid, alias } = node;
  const fitting = siblings.filter((other) =>
    uuid === undefined || other.uuid === undefined ? other.displayName === displayName : other.uuid === uuid,
  );
  const [found, another] = fitting;
  if (found === undefined) {
    const branch: Branch = { displayName, uuid, alias, place, branches: [], streams: [] };
    siblings.push(branch);
    return branch;
  }
  if (another !== undefined && uuid === undefined) {
    problems.push(`${place}, ${kind}: there are several of the name "${displayName}": give its ${kind}UUID`);
  }
  if (found.displayName !== displayName) {
    problems.push(`${place}, ${kind}: is "${displayName}" here and "${found.displayName}" at ${found.place}`);
  }
  if (alias !== undefined && found.alias !== undefined && alias !== found.alias) {
    problems.push(`${place}, ${kind}Alias: is "${alias}" here and "${found.alias}" at ${found.place}`);
  }
  const merged: Branch = { ...found, uuid: found.uuid ?? uuid, alias: found.alias ?? alias };
  siblings[siblings.indexOf(found)] = merged;
  return merged;
}
