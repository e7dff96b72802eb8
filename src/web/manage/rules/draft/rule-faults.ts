/** What is wrong with the inputs of a sentence. */
import { maxAlertDelayMs } from '../../../../domain/alerts/alert-rules.ts';
import { maxDebounceMs, minOfflineAfterMs } from '../../../../domain/ingest/ingest-rules.ts';
import type { DeviceEdit, Edits, StatusEdit } from './rule-draft.ts';

const maxMinutes = maxAlertDelayMs / 60_000;
const maxHoldSeconds = maxDebounceMs / 1000;
const minOfflineSeconds = minOfflineAfterMs / 1000;
const maxOfflineSeconds = 86_400;
const maxRepeatSeconds = 3_600;

/** What is wrong with an edit, by field. */
export type FieldFault =
  | {
      readonly field: 'minutes' | 'holdSeconds' | 'offlineSeconds' | 'repeatSeconds';
      readonly from: number;
      readonly to: number;
    }
  | { readonly field: 'time' };

export function faultOfStatus({ effect, minutes, from, to, holdSeconds }: StatusEdit): FieldFault | undefined {
  const isTimeWrong = (from === '') !== (to === '') || (from !== '' && from === to);
  if (effect !== 'none' && !isNumberIn(minutes, 0, maxMinutes)) return { field: 'minutes', from: 0, to: maxMinutes };
  if (effect !== 'none' && isTimeWrong) return { field: 'time' };
  return isNumberIn(holdSeconds, 0, maxHoldSeconds) ? undefined : { field: 'holdSeconds', from: 0, to: maxHoldSeconds };
}

export function faultOfDevices({ isNeverOffline, offlineSeconds, repeatSeconds }: DeviceEdit): FieldFault | undefined {
  if (!isNeverOffline && !isNumberIn(offlineSeconds, minOfflineSeconds, maxOfflineSeconds)) {
    return { field: 'offlineSeconds', from: minOfflineSeconds, to: maxOfflineSeconds };
  }
  return isNumberIn(repeatSeconds, 0, maxRepeatSeconds)
    ? undefined
    : { field: 'repeatSeconds', from: 0, to: maxRepeatSeconds };
}

function isNumberIn(text: string, min: number, max: number): boolean {
  const value = Number(text.replace(',', '.'));
  return text.trim() !== '' && value >= min && value <= max;
}

/** Numbers may have a comma. */
export function numberOf(text: string): number {
  return Number(text.replace(',', '.'));
}

export function hasFault({ statuses, devices }: Edits): boolean {
  const isWrong = Object.values(statuses).some(
    (edit) => edit !== undefined && edit !== 'inherited' && faultOfStatus(edit) !== undefined,
  );
  return isWrong || (devices !== undefined && devices !== 'inherited' && faultOfDevices(devices) !== undefined);
}
