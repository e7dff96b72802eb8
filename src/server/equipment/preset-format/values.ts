/** Extracts the values of a preset from a message, and tests them against its conditions. */
import type { PresetConditions, PresetMessage } from './preset.ts';

/** The names of a room's devices in the product, by role. */
export type DeviceNames = Readonly<Record<string, string>>;

/** The values of a message as text, by name. A value that the message does not contain is missing. */
export type ExtractedValues = ReadonlyMap<string, string>;

export interface Payload {
  readonly text: string;
  /** The parsed payload. Undefined if the text is not JSON. */
  readonly json: unknown;
  /** The part of the topic after the connection's topic. */
  readonly topic: string;
}

export function extractValues(message: PresetMessage, payload: Payload, names: DeviceNames): ExtractedValues {
  const values = new Map<string, string>();
  for (const [name, selectors] of Object.entries(message.values)) {
    const found = [selectors]
      .flat()
      .map((selector) => valueOf(selector, payload, names))
      .find((value) => value !== undefined);
    if (found !== undefined) values.set(name, found);
  }
  return values;
}

function valueOf(selector: string, { text, json, topic }: Payload, names: DeviceNames): string | undefined {
  if (selector === 'text') return text;
  const level = topicLevelOf(selector);
  return level === undefined ? textOf(valueAt(json, selector, names)) : topic.split('/')[level - 1];
}

/** Returns the topic level of a selector such as `topic.1`. */
function topicLevelOf(selector: string): number | undefined {
  const level = /^topic\.(\d)$/.exec(selector)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Whether the message reads its values from JSON and none from plain text. */
export function isJsonRequired({ values }: PresetMessage): boolean {
  const selectors = Object.values(values).flat();
  const inPayload = selectors.filter((selector) => topicLevelOf(selector) === undefined);
  return inPayload.length > 0 && !inPayload.includes('text');
}

export function areConditionsMet(conditions: PresetConditions | undefined, values: ExtractedValues): boolean {
  return Object.entries(conditions ?? {}).every(([name, wanted]) => {
    const value = values.get(name);
    if (wanted === null) return value === undefined;
    if (value === undefined) return false;
    if (Array.isArray(wanted)) return wanted.some((one) => String(one) === value);
    return typeof wanted === 'object' ? value.trim() !== '' && Number(value) > wanted.above : String(wanted) === value;
  });
}

/**
 * Reads a value. `$` is the whole JSON, `$.a.0.b` a value in it. `{role}` in a key stands for the device's name in that
 * role, `{role:part}` for a part of it.
 */
function valueAt(json: unknown, path: string, names: DeviceNames): unknown {
  let value = json;
  for (const step of path.split('.').slice(1)) {
    const key = step.replace(/\{([\w:]+)\}/g, (_, role: string) => names[role] ?? '');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * Converts a value to text. `null` counts as missing. A list or an object becomes a text that no case expects, so the
 * message is refused.
 */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
