/** Notes of staff in the handover of a shift. */
import type { Selectable, Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { RoomNote } from '../../contract/handover/handover.ts';
import type { AlertUser } from '../../domain/alerts/alert.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { invalidField } from '../shared/invalid-field.ts';

type Note = z.output<typeof RoomNote>;
type NoteRow = Selectable<Schema['room_note']>;

export function noteOnWire({ uuid, at, subject, display_name: displayName, content, corrects }: NoteRow): Note {
  return { uuid, at: toIsoTime(at), by: { kind: 'user', subject, displayName }, text: content, corrects };
}

/** The notes of rooms about a shift, the first written first, also those written when the shifts had other times. */
export async function readNotes(
  query: Database['query'],
  streams: readonly string[],
  shift: TimeSpan,
): Promise<ReadonlyMap<string, readonly Note[]>> {
  const rows = await query
    .selectFrom('room_note')
    .selectAll()
    .where('stream_uuid', 'in', streams)
    .where('shift_from_at', '>=', shift.from)
    .where('shift_from_at', '<', shift.to)
    .orderBy('at')
    .orderBy('uuid')
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.stream_uuid)].map(([stream, of]) => [stream, of.map(noteOnWire)]));
}

interface NewNote {
  readonly uuid: string;
  readonly streamUUID: string;
  /** The start of the shift, in epoch milliseconds. */
  readonly shiftFrom: number;
  readonly at: number;
  readonly by: AlertUser;
  readonly text: string;
  readonly corrects?: string | undefined;
}

/** The row of a note. Throws AppError if it has no text. */
export function noteOf({ uuid, streamUUID, shiftFrom, at, by, text, corrects }: NewNote): NoteRow {
  const content = text.trim();
  if (content === '') throw invalidField('text', 'must not be empty');
  return {
    uuid: uuid.toLowerCase(),
    stream_uuid: streamUUID,
    shift_from_at: shiftFrom,
    at,
    subject: by.subject,
    display_name: by.displayName,
    content,
    corrects: corrects?.toLowerCase() ?? null,
  };
}

/**
 * Stores a note. A known uuid is that of a call that was sent again: the stored note stays as it is. Throws AppError
 * if the uuid is that of another note, or the corrected note is not about the room.
 */
export async function storeNote(query: Transaction<Schema>, note: NoteRow): Promise<NoteRow & { isNew: boolean }> {
  const stored = await findNote(query, note.uuid);
  if (stored !== undefined) {
    const isSame = stored.stream_uuid === note.stream_uuid && stored.subject === note.subject;
    if (!isSame) throw invalidField('uuid', 'is the uuid of another note');
    return { ...stored, isNew: false };
  }
  if (note.corrects !== null) {
    const corrected = await findNote(query, note.corrects);
    if (corrected?.stream_uuid !== note.stream_uuid) throw invalidField('corrects', 'must be a note about this room');
  }
  await query.insertInto('room_note').values(note).execute();
  return { ...note, isNew: true };
}

function findNote(query: Transaction<Schema>, uuid: string): Promise<NoteRow | undefined> {
  return query.selectFrom('room_note').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}
