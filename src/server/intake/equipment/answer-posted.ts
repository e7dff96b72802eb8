/** What a product sends by HTTP to its connection, and the answer that says what became of it. */
import type * as z from 'zod/mini';
import type { ReportAnswer } from '../../../contract/reports.ts';
import { AppError } from '../../http/app-error.ts';
import { answerList } from '../answer-list.ts';
import type { Equipment } from './equipment.ts';

type Posted = Omit<Parameters<typeof answerList>[0], 'parse' | 'word'> & {
  readonly equipment: Equipment;
  readonly connection: string;
};

const reasons = {
  'foreign-topic': 'is nothing that this connection reads',
  'not-in-preset': 'is nothing that this connection reads: its preset needs topics, and so MQTT',
  'unknown-device': 'is of a device that no room of this connection has',
} as const;

/** Throws AppError `not-found` for a connection that is not there, `invalid-request` for what is not taken. */
export async function answerPosted(posted: Posted): Promise<z.infer<typeof ReportAnswer>> {
  const { equipment, connection, body } = posted;
  const reading = equipment.readPosted(connection, Buffer.from(JSON.stringify(body ?? null)));
  if (reading === undefined) throw new AppError('not-found', { detail: 'The equipment file has no such connection.' });
  if (typeof reading === 'string') {
    throw new AppError('invalid-request', { errors: [{ field: 'body', reason: reasons[reading] }] });
  }
  if (reading.length === 0) return { results: [] };
  const unreadable = { kind: 'malformed', field: 'body', reason: 'cannot be read' } as const;
  return answerList({
    ...posted,
    body: reading.map((_, index) => index),
    parse: (index) => (typeof index === 'number' ? reading[index] : undefined) ?? unreadable,
    word: 'report',
  });
}
