/**
 * How long a viewer waits before it reconnects. After a restart all viewers reconnect: random delays spread them over
 * the time that this server needs for so many, as far as it has measured it.
 */
const minDelayMs = 500;
const minSpreadMs = 1_000;
/** A board that is not live again within three seconds reloads its page, which would cost the server more. */
const maxDelayMs = 2_500;

/** The cost of a connection is measured when so many arrive within the time. */
const minMeasuredConnections = 100;
const measurementWindowMs = 1_000;

/** `activeMs`: for how long the event loop has worked. Both clocks are in milliseconds and never jump. */
export function createReconnectDelay(
  elapsed = () => performance.now(),
  activeMs = () => performance.eventLoopUtilization().active,
) {
  let count = 0;
  let startedAt = elapsed();
  let activeAtStart = activeMs();
  let costMs = Infinity;

  function startMeasuring(): void {
    count = 0;
    startedAt = elapsed();
    activeAtStart = activeMs();
  }

  function measure(): void {
    count += 1;
    if (elapsed() - startedAt > measurementWindowMs) startMeasuring();
    if (count < minMeasuredConnections) return;
    // The event loop may have done other work too, so the lowest result is the best.
    costMs = Math.min(costMs, (activeMs() - activeAtStart) / count);
    startMeasuring();
  }

  /** Called for each new connection. `viewerCount`: the number of open ones. Returns milliseconds. */
  return (viewerCount: number): number => {
    measure();
    const neededMs = costMs === Infinity ? 0 : viewerCount * costMs;
    const maxMs = Math.min(maxDelayMs, minDelayMs + Math.max(minSpreadMs, neededMs));
    return Math.floor(minDelayMs + Math.random() * (maxMs - minDelayMs));
  };
}
