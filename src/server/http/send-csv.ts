import type { FastifyReply } from 'fastify';

/** Sends a CSV file, which the browser stores as `room-status-<name>.csv`. */
export function sendCsv(reply: FastifyReply, name: string, csv: Buffer): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="room-status-${name}.csv"`)
    .send(csv);
}
