/** Logs the problems of reports, each kind of each device at most once a minute. */
import type { DeviceCaller } from '../http/api-server.ts';
import { createThrottledLog, type WarnLog } from '../shared/throttled-log.ts';
import { isShown, isStored, type ItemResult } from './item-result.ts';
import type { ParsedItem, Refusal } from '../messages/parse-report.ts';

export interface IntakeLog extends WarnLog {
  info(details: object, message: string): void;
}

/** Creates the log of one intake. `elapsed`: milliseconds of a monotonic clock. */
export function createItemLog(elapsed: () => number) {
  const throttledLog = createThrottledLog(elapsed);

  return {
    /** Logs a status that is not in the status table, and a time that cannot be used. */
    logParsed: (item: ParsedItem, stream: string, { keyName: device }: DeviceCaller, log: IntakeLog): void => {
      const { unknownStatus: status, unusedTime } = item;
      if (status !== undefined) {
        const details = { stream, status };
        throttledLog(log, { device, kind: `${stream} ${status}`, details, message: 'unknown room status code' });
      }
      if (unusedTime === undefined) return;
      const message =
        'the time of a message cannot be used, so its time of receipt is used: check its zone, its unit and the clock of the device';
      throttledLog(log, { device, kind: `time ${stream}`, details: { stream, unusedTime }, message });
    },
    logRefusal: (refusal: Refusal, { keyName: device }: DeviceCaller, log: IntakeLog): void => {
      const { kind: _, ...details } = refusal;
      const { field, reason, room, stream, topic } = details;
      const kind = `${field} ${reason} ${room} ${stream} ${topic}`;
      throttledLog(log, { device, kind, details, message: 'report refused' });
    },
  };
}

/**
 * Logs reports that are stored but not shown. A device with a slow clock sends reports, but its card does not change.
 * Logs once per call, because a gateway that was offline may send many old reports.
 */
export function logHiddenReports(
  results: readonly (ItemResult | Refusal)[],
  { keyName }: DeviceCaller,
  log: IntakeLog,
): void {
  const notShown = results.filter((result) => isStored(result) && !isShown(result));
  if (notShown.length === 0) return;
  log.info({ ...notShown[0], reports: notShown.length, device: keyName }, 'report not shown');
}
