/** Generates random messages of a preset from its topics and from the values that its cases compare. */
import fc from 'fast-check';
import type { ConnectionSettings } from '../../../src/server/equipment/connection.ts';
import type { PresetMessage } from '../../../src/server/equipment/preset-format/preset.ts';
import type { DeviceNames } from '../../../src/server/equipment/preset-format/values.ts';

export interface SentMessage {
  readonly topic: string;
  readonly payload: unknown;
}

/** Words for values that the cases of a preset do not compare, such as a status or an availability. */
const words = ['in_bed', 'man_down', 'out_of_bed', 'online', 'offline', 'weg', true, false, 'maybe'];

export function messagesOf({ topic: base, preset, rooms }: ConnectionSettings): fc.Arbitrary<SentMessage> {
  return fc
    .record({
      message: fc.constantFrom(...preset.messages),
      names: fc.constantFrom(...rooms.map(({ names }) => names)),
    })
    .chain(({ message, names }) =>
      fc
        .record({ pattern: fc.constantFrom(...[message.topic].flat()), values: valuesOf(message, names) })
        .map(({ pattern, values }) => ({
          topic: `${base}/${withNames(pattern, names).replace('#', 'x')}`,
          payload: payloadOf(message, values, names),
        })),
    );
}

/** Chooses each value of the message from those that a case may expect. Undefined: the value is missing. */
function valuesOf({ cases, device: deviceValues = {}, values }: PresetMessage, names: DeviceNames) {
  const device = new Map(Object.entries(deviceValues).map(([role, value]) => [value, names[role]]));
  return fc.record(
    Object.fromEntries(
      Object.keys(values).map((name) => {
        const expected = cases.flatMap(({ if: conditions = {} }) => conditionValues(conditions[name] ?? null));
        const isWord = cases.some(({ status, presence }) => [status, presence].some((one) => readsValue(one, name)));
        const own = device.get(name);
        const choices = own === undefined ? [undefined, ...expected, ...(isWord ? words : [])] : [own];
        return [name, fc.constantFrom(...choices)];
      }),
    ),
  );
}

function readsValue(source: unknown, name: string): boolean {
  return typeof source === 'object' && source !== null && Object.values(source).includes(name);
}

function conditionValues(condition: unknown): readonly unknown[] {
  if (condition === null) return [];
  if (Array.isArray(condition)) return condition;
  if (typeof condition !== 'object') return [condition];
  return Object.values(condition).flatMap((above) => [Number(above), Number(above) + 1]);
}

function payloadOf({ values: sources }: PresetMessage, values: Readonly<Record<string, unknown>>, names: DeviceNames) {
  const json = {};
  for (const [name, source] of Object.entries(sources)) {
    const value = values[name];
    const [first = 'text'] = [source].flat();
    if (first === 'text' || first === '$') return typeof value === 'string' ? value : JSON.stringify(value ?? 'x');
    if (value !== undefined) setPath(json, withNames(first, names).split('.').slice(1), value);
  }
  return json;
}

function setPath(target: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) return void Reflect.set(target, key, value);
  const child: unknown = Reflect.get(target, key);
  const next = typeof child === 'object' && child !== null ? child : {};
  Reflect.set(target, key, next);
  setPath(next, rest, value);
}

function withNames(text: string, names: DeviceNames): string {
  return text.replace(/\{([\w:]+)\}/g, (_, role: string) => names[role] ?? 'nobody');
}
