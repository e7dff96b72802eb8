/** What a room's device sees at an instant of the demo's own time, which may run faster than the clock. */
export interface Sighting {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Room status code. */
  readonly status: number;
  readonly notification: boolean;
}
