/**
 * Lines about what goes wrong often: of the same kind one a minute, and of each device so many kinds, so that none
 * can fill the log or keep the others out of it. The figures count all.
 */

/** More kinds than that are not told apart within a minute. */
const maxKinds = 1_000;
const maxKindsPerDevice = 50;
const quietMs = 60_000;

export interface WarnLog {
  warn(details: object, message: string): void;
}

/** `device`: the name of its key; empty: of no device. `kind`: tells one from another. */
export type ThrottledLog = (
  log: WarnLog,
  line: { readonly device: string; readonly kind: string; readonly details: object; readonly message: string },
) => void;

/** `now`: milliseconds of any clock. */
export function createThrottledLog(now: () => number): ThrottledLog {
  let since = -Infinity;
  const told = new Set<string>();
  const toldOf = new Map<string, number>();

  return (log, { device, kind, details, message }) => {
    if (!(Math.abs(now() - since) < quietMs)) {
      since = now();
      told.clear();
      toldOf.clear();
    }
    const place = `${device} ${message} ${kind}`;
    const ofOne = toldOf.get(device) ?? 0;
    if (told.has(place) || told.size >= maxKinds || ofOne > maxKindsPerDevice) return;
    toldOf.set(device, ofOne + 1);
    const sender = device === '' ? {} : { device };
    if (ofOne === maxKindsPerDevice) {
      log.warn(sender, 'more of what it does wrong is not told for a minute: see the metrics');
      return;
    }
    told.add(place);
    log.warn({ ...details, ...sender }, message);
  };
}
