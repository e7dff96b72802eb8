/** Explains to an installer what a message would do. It uses the same functions that parse messages of devices. */
import type * as z from 'zod/mini';
import type { equipmentEndpoints } from '../../contract/equipment/equipment.ts';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import { unreachableStatusCode } from '../../domain/ingest/online.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import type { Message, UnroutableMessage } from '../messages/message.ts';
import { isRefusal, type Refusal } from '../messages/parse-report.ts';
import { type Reason, reasonOf } from '../shared/reason.ts';
import type { Connection } from './connection.ts';
import type { PresetResult, RoomMatch } from './preset-format/apply-preset.ts';
import { statusOfIncoming } from './unknown-device.ts';

type Explanation = z.output<typeof equipmentEndpoints.listenToMessages.response>['items'][number]['explanation'];
type Explained = Pick<Explanation, 'outcome' | 'field' | 'reason'>;

export function explainMessage(connection: Connection, message: Pick<Message, 'topic' | 'payload'>): Explanation {
  const reading = connection.read(message);
  if ('unroutable' in reading) return { ...explainUnroutable(reading.unroutable, connection.filters), rooms: [] };
  if ('refused' in reading) return { ...refused(reading.refused), rooms: [] };
  const rooms = reading.rooms.map(explainRoom);
  const outcomes = new Set(rooms.map(({ outcome }) => outcome));
  const outcome = (['refused', 'accepted', 'ignored'] as const).find((one) => outcomes.has(one)) ?? 'ignored';
  return { ...explained(outcome), rooms };
}

function explained(outcome: Explained['outcome'], field: string | null = null, reason?: Reason): Explained {
  return { outcome, field, reason: reason === undefined ? null : { ...reason, values: { ...reason.values } } };
}

function refused({ field, reason, code, values }: Refusal): Explained {
  return explained('refused', field, { reason, code, values });
}

/** Explains why a message concerns no room. `filters`: the topics that the connection reads. */
function explainUnroutable(unroutable: UnroutableMessage, filters: readonly string[]): Explained {
  if (typeof unroutable === 'object') {
    const { device, connection } = unroutable;
    const code = device === '' ? 'nameless-device' : 'unknown-device';
    return explained('refused', 'device', reasonOf(code, { device, connection }));
  }
  // Such a message is ignored and not refused, because a product also sends messages that no preset reads, such as the
  // events of Frigate.
  const isUnread = unroutable === 'foreign-topic' || unroutable === 'not-in-preset';
  return explained(
    'ignored',
    null,
    isUnread ? reasonOf('unread-topic', { topics: filters.join(', ') }) : reasonOf('ignored-message'),
  );
}

function explainRoom(match: RoomMatch & PresetResult): Explanation['rooms'][number] {
  const { room, source, values } = match;
  return { room, sourceKind: source.sourceKind, values: Object.fromEntries(values), ...explainItem(match) };
}

function explainItem({ item }: PresetResult): Explained & { readonly status: string | null } {
  if (item === undefined) return { ...explained('ignored', null, reasonOf('ignored-message')), status: null };
  if (isRefusal(item)) return { ...refused(item), status: null };
  const incoming = item.incoming('');
  const status = statusOfIncoming(incoming);
  const name = status === undefined ? null : statusOfCode(status).name;
  return { ...explained('accepted', null, effectOf(incoming, name)), status: name };
}

/** Returns what the message does besides setting its status. */
function effectOf(incoming: IncomingItem, status: string | null): Reason | undefined {
  if (incoming.kind === 'presence') {
    return incoming.isOnline
      ? reasonOf('source-online')
      : reasonOf('source-offline', { status: statusOfCode(unreachableStatusCode).name });
  }
  return status === null ? reasonOf('gives-no-status') : undefined;
}
