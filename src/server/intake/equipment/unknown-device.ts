/** A device that no room has, in words for whoever has to find out which one it is. */
import type { PresetMessage } from './preset.ts';
import { readRoles } from './topic-pattern.ts';
import { type RoomNames, extractValues } from './values.ts';

/** What a sender calls itself is its own words. Characters; and so many of them. */
const maxNameLength = 64;
const maxNames = 3;

/**
 * What a message says of its device, with the roles that a room may have it in: `6806E515 (sensor)`. Empty: nothing.
 * What one of the rooms has is no riddle, unless no name is.
 */
export function describeDevice(
  forms: readonly PresetMessage[],
  topic: string,
  payload: { readonly text: string; readonly json: unknown },
  rooms: readonly RoomNames[],
): string {
  const said = forms.flatMap((form) => {
    const values = extractValues(form, payload, {});
    const inPayload = Object.entries(form.device ?? {}).flatMap(([role, value]) => {
      const name = values.get(value);
      return name === undefined ? [] : [{ role, name }];
    });
    return [...readRoles(form.topic, topic), ...inPayload];
  });
  const strange = said.filter(({ role, name }) => !rooms.some((names) => names[role] === name));
  const roles = new Map<string, Set<string>>();
  for (const { role, name } of strange.length > 0 ? strange : said) {
    roles.set(name, (roles.get(name) ?? new Set()).add(role));
  }
  return [...roles]
    .slice(0, maxNames)
    .map(([name, of]) => `${readable(name)} (${[...of].join(' or ')})`)
    .join(', ');
}

/** In one line of a log, whatever it is. */
function readable(name: string): string {
  const cut = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
