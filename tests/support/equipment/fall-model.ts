import type { IncomingItem, IncomingPresence } from '../../../src/domain/ingest/incoming.ts';

const manDown = 1;
/** The values of the role `fall` that mean a fall, of all presets. */
const fallValues = ['on', 'fall', 'ON', 'true', '1'];

/** A model of the falls of one room: what each source reports about falls, and which values outages have discarded. */
export class FallSensors {
  readonly #says = new Map<string, string>();
  readonly #discarded = new Map<string, string>();
  readonly #offline = new Set<string>();

  /** Records an item. Returns whether its source changes from no fall to a fall. */
  begins(item: IncomingItem): boolean {
    if (item.kind === 'presence') this.#setOnline(item);
    if (item.kind !== 'observation' && item.kind !== 'report') return false;
    const { source = '', isRetained, provesOnline } = item;
    const isOffline = this.#offline.has(source);
    if (isRetained !== true || provesOnline === true) this.#offline.delete(source);
    const [name, value] = fallValueOf(item) ?? [];
    if (name === undefined || value === undefined) return false;
    const isReplaced = isRetained !== true || (provesOnline === true && isOffline);
    if (!isReplaced && this.#discarded.get(name) === value) return false;
    this.#discarded.delete(name);
    const before = this.#says.get(name) ?? '';
    this.#says.set(name, value);
    return fallValues.includes(value) && !fallValues.includes(before);
  }

  #setOnline({ source, isOnline, discards }: IncomingPresence): void {
    const isDiscarding = !isOnline || this.#offline.has(source);
    if (isOnline) this.#offline.delete(source);
    else this.#offline.add(source);
    for (const name of isDiscarding ? [...discards.values, ...discards.statusesOf.map(statusName)] : []) {
      const value = this.#says.get(name);
      if (value !== undefined) this.#discarded.set(name, value);
      this.#says.delete(name);
    }
  }
}

const statusName = (source: string) => `${source} status`;

/** Returns the name and the value of an observation, or the source and the status of a report. */
function fallValueOf(item: IncomingItem): readonly [string, string] | undefined {
  if (item.kind === 'report')
    return [statusName(item.source ?? 'device'), item.status === manDown ? 'fall' : String(item.status)];
  if (item.kind !== 'observation') return undefined;
  return Object.entries(item.values).find(([name]) => name.endsWith('/fall'));
}
