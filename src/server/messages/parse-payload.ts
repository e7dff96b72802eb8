/** Decodes bytes from devices to text and JSON. */
import { errorMessageOf } from '../shared/error-message.ts';
import { reasonOf } from '../shared/reason.ts';
import type { Refusal } from './parse-report.ts';

/** Decodes UTF-8 and trims white space. `maxBytes` is the largest payload that is accepted. */
export function decodeText(payload: Uint8Array, maxBytes: number): { readonly text: string } | Refusal {
  if (payload.length > maxBytes) {
    return { kind: 'too-long', field: 'payload', ...reasonOf('message-too-long', { max: maxBytes }) };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(payload).trim() };
  } catch {
    return { kind: 'malformed', field: 'payload', ...reasonOf('not-utf8') };
  }
}

export function parseJson(text: string): { readonly json: unknown } | Refusal {
  try {
    return { json: JSON.parse(text) };
  } catch (error) {
    return { kind: 'malformed', field: 'payload', ...reasonOf('not-json', { message: errorMessageOf(error) }) };
  }
}
