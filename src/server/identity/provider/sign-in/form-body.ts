/** Reads the body of a submitted form. */
import type { IncomingMessage } from 'node:http';
import { isStorableText } from '../../../../domain/storable-text.ts';

const maxBodyBytes = 16 * 1024;

/** Reads a form. Undefined when the body is not a form, is too long, or has text that a database refuses. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const part: unknown = chunk;
    if (!Buffer.isBuffer(part)) return undefined;
    bytes += part.length;
    if (bytes > maxBodyBytes) return undefined;
    chunks.push(part);
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  return [...form.values()].every(isStorableText) ? form : undefined;
}
