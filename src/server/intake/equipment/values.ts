/** Values out of a message, and whether they are what a preset asks for. */
import type { Conditions, PresetMessage } from './preset.ts';

/** What a room is known by in the product: by role. */
export type RoomNames = Readonly<Record<string, string>>;

/** Texts by their names; one that is not there has none. */
export type Values = ReadonlyMap<string, string>;

/** `json`: undefined when the payload is none. */
export function extractValues(
  message: PresetMessage,
  { text, json }: { readonly text: string; readonly json: unknown },
  names: RoomNames,
): Values {
  const values = new Map<string, string>();
  for (const [name, sources] of Object.entries(message.values)) {
    for (const source of [sources].flat()) {
      const value = source === 'text' ? text : scalarText(partOf(json, source, names));
      if (value === undefined) continue;
      values.set(name, value);
      break;
    }
  }
  return values;
}

/** Whether a preset reads anything of the payload's JSON, and nothing of its bare text. */
export function requiresJson({ values }: PresetMessage): boolean {
  const sources = Object.values(values).flat();
  return sources.length > 0 && !sources.includes('text');
}

export function meetsConditions(conditions: Conditions | undefined, values: Values): boolean {
  return Object.entries(conditions ?? {}).every(([name, wanted]) => {
    const value = values.get(name);
    if (wanted === null) return value === undefined;
    if (value === undefined) return false;
    if (Array.isArray(wanted)) return wanted.some((one) => String(one) === value);
    return typeof wanted === 'object' ? value.trim() !== '' && Number(value) > wanted.above : String(wanted) === value;
  });
}

/** `$` is the whole, `$.a.0.b` a part; a role in it stands for what the room has there. */
function partOf(json: unknown, path: string, names: RoomNames): unknown {
  let part = json;
  for (const step of path.split('.').slice(1)) {
    const key = step.replace(/\{(\w+)\}/g, (_, role: string) => names[role] ?? '');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined;
    part = Reflect.get(part, key);
  }
  return part;
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
