import {
  mergeAlerts,
  mergeUpdates,
  selectNewestAlerts,
  selectNewestUpdates,
  type Room,
  type RoomAlerts,
  type RoomUpdate,
} from '../../domain/room.ts';

/** The newest changes of each room since a list was requested. They are merged into the list when it arrives. */
export class PendingChanges {
  /** Whether a list of rooms is awaited. Otherwise changes are not collected. */
  isAwaited = false;
  #updates: readonly RoomUpdate[] = [];
  #alerts: readonly RoomAlerts[] = [];

  start(): void {
    this.stop();
    this.isAwaited = true;
  }

  stop(): void {
    this.isAwaited = false;
    this.#updates = [];
    this.#alerts = [];
  }

  add(updates: readonly RoomUpdate[], alerts: readonly RoomAlerts[]): void {
    if (!this.isAwaited) return;
    this.#updates = selectNewestUpdates([...this.#updates, ...updates]);
    this.#alerts = selectNewestAlerts([...this.#alerts, ...alerts]);
  }

  mergeInto(rooms: readonly Room[]): readonly Room[] {
    return mergeAlerts(mergeUpdates(rooms, this.#updates), this.#alerts);
  }

  /** The uuids of the rooms whose collected changes contain a notification. */
  notified(): ReadonlySet<string> {
    return new Set(this.#updates.filter(({ quiet }) => quiet !== true).map(({ uuid }) => uuid));
  }
}
