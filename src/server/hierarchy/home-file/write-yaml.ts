/** The hierarchy as YAML, for people to read and change. */
import { stringify } from 'yaml';
import { byName } from './order.ts';
import type { Home } from './home.ts';

export function writeYamlHome(home: Home): string {
  const clients = byName(home.clients).map(({ uuid, displayName }) => ({
    displayName,
    uuid,
    locations: locationsOf(home, uuid),
  }));
  return stringify({ clients }, { lineWidth: 0 });
}

function locationsOf(home: Home, client: string) {
  return byName(home.locations.filter(({ clientUUID }) => clientUUID === client)).map(
    ({ uuid, displayName, alias }) => ({
      displayName,
      uuid,
      ...(alias !== null && { alias }),
      wards: wardsOf(home, uuid),
    }),
  );
}

function wardsOf(home: Home, location: string) {
  return byName(home.wards.filter(({ locationUUID }) => locationUUID === location)).map(({ uuid, displayName }) => ({
    displayName,
    uuid,
    streams: streamsOf(home, uuid),
  }));
}

function streamsOf(home: Home, ward: string) {
  return byName(home.streams.filter(({ wardUUID }) => wardUUID === ward)).map(
    ({ uuid, displayName, alias, type, status, rules }) => ({
      displayName,
      uuid,
      ...(alias !== null && { alias }),
      type,
      status,
      ...(rules !== null && { rules: parsed(rules) }),
    }),
  );
}

function parsed(rules: string): unknown {
  return JSON.parse(rules);
}
