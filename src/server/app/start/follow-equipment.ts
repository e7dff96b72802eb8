/**
 * Applies the stored connections, also after another process has changed them. Discards the values of sensors that no
 * connection contains any more, because their last status would stay on the board.
 */
import type { Database } from '../../database/database.ts';
import type { ConnectionSettings } from '../../equipment/connection.ts';
import { settingsOfEntry } from '../../equipment/connection-entry.ts';
import type { Equipment } from '../../equipment/equipment.ts';
import { readBroker } from '../../equipment/broker-store.ts';
import { readEntries, readEquipmentRevision } from '../../equipment/equipment-store.ts';
import { findMissingRoomNames } from '../../equipment/missing-rooms.ts';
import type { IsAllowedHost } from '../../equipment/broker-address.ts';
import { releaseRemovedSources } from '../../intake/removed-sources.ts';
import type { ReportReceiver } from '../../intake/reports/receive-reports.ts';
import { toLogEvent } from '../../shared/recent-events.ts';
import { runRepeatedly } from '../../shared/run-repeatedly.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';

interface FollowEquipmentOptions {
  readonly database: Database;
  readonly equipment: Equipment;
  /** The broker address of MQTT_URL, which replaces the stored broker. Undefined: MQTT_URL is not set. */
  readonly fixedBroker: string | undefined;
  /** Returns whether an administrator may have set a broker on this host. */
  readonly isAllowedHost: IsAllowedHost;
  readonly receiver: Pick<ReportReceiver, 'receive'>;
  readonly log: WarnLog;
  readonly intervalMs?: number;
}

/**
 * How often the server looks for removed sources after a change of connections. Once is not enough: a message that was
 * parsed with the previous connections may be stored after the first look.
 */
const removedSourceChecks = 5;

export type EquipmentFollower = Awaited<ReturnType<typeof followEquipment>>;

/** Starts to follow the stored connections. Resolves when they are in effect. Throws the error of the database. */
export async function followEquipment(options: FollowEquipmentOptions) {
  const { database, equipment, receiver, log, intervalMs = 2_000 } = options;
  let revision = 0;
  let lastTurn: Promise<void> = Promise.resolve();
  let checksLeft = removedSourceChecks;

  async function update(): Promise<void> {
    // Reads the revision before the connections. A change between the two queries is then read twice instead of missed.
    const next = await readEquipmentRevision(database.query);
    if (next === revision) return;
    const entries = await readEntries(database.query);
    await updateBroker(options);
    revision = next;
    if (!equipment.replace(entries.map(settingsOfEntry))) return;
    const connections = entries.map(({ name }) => name);
    log.warn({ ...toLogEvent('equipment-changed'), connections }, 'the connections to equipment have changed');
    checksLeft = removedSourceChecks;
  }

  async function discardRemovedSources(): Promise<void> {
    const rooms = await releaseRemovedSources(database, receiver, equipment.settings());
    if (rooms.length > 0) log.warn({ rooms }, 'sensors of these rooms are in no connection any more');
    const isFirst = checksLeft === removedSourceChecks;
    for (const settings of isFirst ? equipment.settings() : []) await warnAboutMissingRooms(database, settings, log);
    checksLeft -= 1;
  }

  /** Runs one reload after another, so that an older state cannot replace a newer one. */
  function reload(): Promise<void> {
    const turn = lastTurn.then(update);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function check(): Promise<void> {
    await reload();
    if (checksLeft > 0) await discardRemovedSources();
  }

  revision = await readEquipmentRevision(database.query);
  await updateBroker(options);
  equipment.replace((await readEntries(database.query)).map(settingsOfEntry));
  const checking = runRepeatedly(check, {
    intervalMs,
    isDelayed: true,
    onFailure: (error) => log.warn({ err: error }, 'the connections to equipment cannot be read and compared'),
  });
  return {
    /** Applies changed connections at once. */
    reload,
    close: async (): Promise<void> => {
      await checking.stop();
      await lastTurn;
    },
  };
}

/**
 * Logs rooms of a connection that do not exist, so that a typing error is noticed. The connection works nevertheless,
 * because the rooms may be imported later.
 */
async function warnAboutMissingRooms(database: Database, settings: ConnectionSettings, log: WarnLog): Promise<void> {
  const { name: connection, location } = settings;
  const missing = (await findMissingRoomNames(database, settings)).map((room) => `${location}/${room}`);
  if (missing.length === 0) return;
  log.warn(
    { ...toLogEvent('equipment-rooms-missing', missing.join(', ')), connection, rooms: missing },
    'connections to equipment name rooms that do not exist: messages of their devices are refused',
  );
}

type BrokerOptions = Pick<FollowEquipmentOptions, 'database' | 'equipment' | 'fixedBroker' | 'isAllowedHost'>;

/** Applies the broker of MQTT_URL, otherwise the stored one. */
async function updateBroker({ database, equipment, fixedBroker, isAllowedHost }: BrokerOptions): Promise<void> {
  if (fixedBroker !== undefined) return equipment.setBroker({ url: fixedBroker });
  const { address, user, password } = await readBroker(database.query);
  const login = { user: user ?? undefined, password: password ?? undefined };
  equipment.setBroker(address === null ? undefined : { url: address, ...login, isAllowed: isAllowedHost });
}
