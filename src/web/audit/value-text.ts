import { alertResolutions } from '../../domain/alerts/alert.ts';
import { roomStatuses } from '../../domain/room-status.ts';
import type { Translate } from '../language/translate.ts';
import { resolutionKeys } from '../ui/resolution-keys.ts';

/** Fields whose value text is a whole sentence and needs no field name. */
const sentences = ['attended', 'test'];

export function isSentence(name: string): boolean {
  return sentences.includes(name);
}

/** The text of a field's value. `board` translates words that boards use. Returns undefined if there is no value. */
export function formatValue(name: string, value: unknown, board: Translate): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((item) => formatValue(name, item, board) ?? '').join(', ');
  }
  return wordOf(name, value, board) ?? (typeof value === 'string' ? value : JSON.stringify(value));
}

/** The word that boards use for a value, such as a status or a resolution. Undefined: the boards have no such word. */
function wordOf(name: string, value: unknown, board: Translate): string | undefined {
  if (name === 'attended') return board(value === true ? 'alerts.somebody' : 'alerts.nobody');
  if (name === 'test') return board('alerts.test');
  if (name === 'status') {
    const status = roomStatuses.find((one) => one.name === value);
    return status && board(`status.${status.name}`);
  }
  const resolution = name === 'resolution' ? alertResolutions.find((one) => one === value) : undefined;
  return resolution && board(`alerts.${resolutionKeys[resolution]}`);
}
