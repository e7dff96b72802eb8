/**
 * Logs frequent problems at a limited rate: each kind once a minute, and a limited number of kinds for each device. So
 * one device cannot fill the log or displace the lines of others. Metrics count every case.
 */

/** The maximum number of kinds of problems that are logged per minute, of all devices together. */
const maxKinds = 1_000;
const maxKindsPerDevice = 50;
const intervalMs = 60_000;

export interface WarnLog {
  warn(details: object, message: string): void;
}

/** `device`: the name of the device key, or empty. Lines with the same device, message and `kind` are throttled. */
export type ThrottledLog = (
  log: WarnLog,
  line: { readonly device: string; readonly kind: string; readonly details: object; readonly message: string },
) => void;

/** Creates a throttled log. `now`: returns milliseconds of any clock. */
export function createThrottledLog(now: () => number): ThrottledLog {
  let intervalStart = -Infinity;
  const logged = new Set<string>();
  const countOfDevice = new Map<string, number>();

  return (log, { device, kind, details, message }) => {
    // The difference is absolute, because the clock may be set back.
    if (!(Math.abs(now() - intervalStart) < intervalMs)) {
      intervalStart = now();
      logged.clear();
      countOfDevice.clear();
    }
    const key = `${device} ${message} ${kind}`;
    const count = countOfDevice.get(device) ?? 0;
    if (logged.has(key) || logged.size >= maxKinds || count > maxKindsPerDevice) return;
    countOfDevice.set(device, count + 1);
    const sender = device === '' ? {} : { device };
    if (count === maxKindsPerDevice) {
      log.warn(sender, 'further problems of this device are not logged for a minute: see the metrics');
      return;
    }
    logged.add(key);
    log.warn({ ...details, ...sender }, message);
  };
}
