/** A device that no room has, in words for whoever has to find out which one it is. */
import type { PresetMessage } from './preset.ts';
import { rolesIn } from './topic-pattern.ts';
import { type RoomNames, valuesOf } from './values.ts';

/** What a sender calls itself is its own words. Characters; and so many of them. */
const longestName = 64;
const mostNames = 3;

/**
 * What a message says of its device, with the roles that a room may have it in: `6806E515 (sensor)`. Empty: nothing.
 * What one of the rooms has is no riddle, unless no name is.
 */
export function namesOf(
  forms: readonly PresetMessage[],
  topic: string,
  payload: { readonly text: string; readonly json: unknown },
  rooms: readonly RoomNames[],
): string {
  const said = forms.flatMap((form) => {
    const values = valuesOf(form, payload, {});
    const inPayload = Object.entries(form.device ?? {}).flatMap(([role, value]) => {
      const name = values.get(value);
      return name === undefined ? [] : [{ role, name }];
    });
    return [...rolesIn(form.topic, topic), ...inPayload];
  });
  const strange = said.filter(({ role, name }) => !rooms.some((names) => names[role] === name));
  const roles = new Map<string, Set<string>>();
  for (const { role, name } of strange.length > 0 ? strange : said) {
    roles.set(name, (roles.get(name) ?? new Set()).add(role));
  }
  return [...roles]
    .slice(0, mostNames)
    .map(([name, of]) => `${readable(name)} (${[...of].join(' or ')})`)
    .join(', ');
}

/** In one line of a log, whatever it is. */
function readable(name: string): string {
  const cut = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
