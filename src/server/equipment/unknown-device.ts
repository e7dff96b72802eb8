/** Describes a device that its connection assigns to no room, for the person who assigns it. */
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import { unreachableStatusCode } from '../../domain/ingest/online.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import type { DeviceUse, UnknownDevice } from '../messages/message.ts';
import { isRefusal } from '../messages/parse-report.ts';
import { applyPreset, type RoomMatch } from './preset-format/apply-preset.ts';
import { describeDevice, type DeviceName, joinNameParts, toOneLine } from './preset-format/device-names.ts';
import type { Preset } from './preset-format/preset.ts';
import type { Payload, DeviceNames } from './preset-format/values.ts';

const maxTextLength = 200;
const maxNameLength = 64;

/** A preset message with the names of its device in a message, and the result if a room had these names. */
interface NamedMessage {
  readonly deviceNames: readonly DeviceName[];
  readonly matchWith: (names: DeviceNames) => RoomMatch;
}

export function createUnknownDevice(
  named: readonly NamedMessage[],
  payload: Pick<Payload, 'text' | 'json'>,
  { connection, rooms }: { readonly connection: string; readonly rooms: readonly DeviceNames[] },
): UnknownDevice {
  const text = payload.text === '' ? JSON.stringify(payload.json) : payload.text;
  return {
    kind: 'unknown-device',
    device: describeDevice(
      named.flatMap(({ deviceNames }) => deviceNames),
      rooms,
    ),
    connection,
    uses: named.flatMap((one) => useOf(one) ?? []),
    text: toOneLine(text, maxTextLength),
  };
}

/**
 * Returns how a room can use the device. Undefined for a message that would change no status, because a product also
 * publishes messages that no room needs, such as those of lamps in a Zigbee network. A message whose payload names the
 * device always has a use.
 */
function useOf({ deviceNames, matchWith }: NamedMessage): DeviceUse | undefined {
  const given = deviceNames.flatMap(({ role, name }) => (name === undefined ? [] : [[role, name] as const]));
  if (given.length === 0 || given.length < deviceNames.length) return undefined;
  const match = matchWith(Object.fromEntries(given));
  const names = joinNameParts(deviceNames);
  const isComplete = names.every(({ role, name }) => isNameOf(match.preset, role, name));
  if (!isComplete) return undefined;
  const { item } = applyPreset(match);
  const incoming = item === undefined || isRefusal(item) ? undefined : item.incoming('');
  const isStatus = incoming !== undefined && incoming.kind !== 'presence';
  if (!isStatus && match.message.device === undefined) return undefined;
  const byRole = Object.fromEntries(names.map(({ role, name }) => [role, name]));
  const value = incoming?.kind === 'observation' ? Object.values(incoming.values).join(' ') : undefined;
  return { names: byRole, status: incoming && statusOfIncoming(incoming), value };
}

/** Whether a connection may contain this name in this role: it has all parts and is not too long. */
function isNameOf({ roles }: Preset, role: string, name: string): boolean {
  const partCount = roles[role]?.parts?.length ?? 1;
  const hasParts = partCount === 1 || name.split('/').length === partCount;
  return hasParts && name !== '' && name.length <= maxNameLength && isStorableText(name);
}

/** Returns the status code of a message, or the one that its values give if the room has no other values. */
export function statusOfIncoming(incoming: IncomingItem): number | undefined {
  if (incoming.kind === 'report') return incoming.status;
  if (incoming.kind === 'observation') return incoming.interpret(new Map(Object.entries(incoming.values)))?.status;
  return incoming.kind === 'presence' && !incoming.isOnline ? unreachableStatusCode : undefined;
}
