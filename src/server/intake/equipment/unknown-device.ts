/** Describes a device that is assigned to no room, so that the installer can find it. */
import { type MatchedMessage, readRoles } from './topic-pattern.ts';
import { extractValues, type Payload, type RoomNames } from './values.ts';

/** Limits for names that come from the sender. */
const maxNameLength = 64;
const maxNames = 3;

/**
 * The names in a message with the roles they may have, such as `6806E515 (sensor)`; empty if the message has none.
 * Names that belong to a room are left out, unless all of them do.
 */
export function describeDevice(
  matches: readonly MatchedMessage[],
  topic: string,
  payload: Payload,
  rooms: readonly RoomNames[],
): string {
  const all = matches.flatMap(({ message, pattern }) => {
    const values = extractValues(message, payload, {});
    const inPayload = Object.entries(message.device ?? {}).flatMap(([role, value]) => {
      const name = values.get(value);
      return name === undefined ? [] : [{ role, name }];
    });
    return [...readRoles(pattern, topic), ...inPayload];
  });
  const unassigned = all.filter(({ role, name }) => !rooms.some((names) => names[role] === name));
  const rolesOf = new Map<string, Set<string>>();
  for (const { role, name } of unassigned.length > 0 ? unassigned : all) {
    rolesOf.set(name, (rolesOf.get(name) ?? new Set()).add(role));
  }
  return [...rolesOf]
    .slice(0, maxNames)
    .map(([name, roles]) => `${printable(name)} (${[...roles].join(' or ')})`)
    .join(', ');
}

/** Fits in one log line. */
function printable(name: string): string {
  const cut = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
