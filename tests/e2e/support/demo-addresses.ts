/** The clients, locations and wards of the demo by name, and the paths of their pages. */
import { readDemoHome } from '../../../src/server/demo/demo-home.ts';

const demoHome = readDemoHome();

const clientNamed = (name: string) => named(demoHome.clients, name);
export const locationNamed = (name: string) => named(demoHome.locations, name);
export const wardNamed = (name: string) => named(demoHome.wards, name);

export const clientAddress = (name: string): string => `/client/${clientNamed(name).uuid}`;

export function locationAddress(name: string): string {
  const { uuid, clientUUID } = locationNamed(name);
  return `/client/${clientUUID}/location/${uuid}`;
}

export function wardAddress(name: string): string {
  const { uuid, locationUUID } = wardNamed(name);
  const location = demoHome.locations.find((candidate) => candidate.uuid === locationUUID);
  return `${locationAddress(location?.displayName ?? '')}/ward/${uuid}`;
}

function named<T extends { readonly displayName: string }>(nodes: readonly T[], name: string): T {
  const node = nodes.find(({ displayName }) => displayName === name);
  if (node === undefined) throw new Error(`The demo has no ${name}`);
  return node;
}
