/** Simulates falls that nobody answers before the phone of the nurse on duty has got a message about them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../src/server/database/database.ts';
import { startPushService } from '../../../tests/support/phones/push-service.ts';
import { addDutyPhone, alertOf, receivedAlerts } from '../../shared/duty-phone.ts';
import type { LabWard } from '../../shared/home.ts';
import { waitFor } from '../wait-for.ts';
import type { FallCalls } from './fall-calls.ts';
import { createCamera } from './fall-sensors.ts';
import type { Session } from './session.ts';

/** The time between two falls in a room. */
const restMs = 250;

export type PhoneFalls = Awaited<ReturnType<typeof startPhoneFalls>>;

interface PhoneFallOptions {
  readonly calls: FallCalls;
  readonly session: Session;
  /** The origin of the server. */
  readonly url: string;
  readonly database: Database;
  /** Wards with one room. Their chain reaches the phone at once. */
  readonly wards: readonly LabWard[];
}

export async function startPhoneFalls({ calls, session, url, database, wards }: PhoneFallOptions) {
  const service = await startPushService();
  const phone = { url, accessToken: await session.accessToken(), service, wards };
  await addDutyPhone(database, { ...phone, chain: [{ after: 0, notify: 'location' }] });
  const running = new Set<LabWard>();
  const is = { stopped: true };

  /** Resolves to the alert of the next message about the ward that repeats none. */
  async function nextAlert({ uuid: ward }: LabWard): Promise<string> {
    const known = new Set(receivedAlerts(service));
    const push = await service.waitFor((one) => {
      const alert = alertOf(one);
      return alert !== undefined && !known.has(alert) && 'about' in one.payload && one.payload.about.ward.uuid === ward;
    });
    return alertOf(push) ?? '';
  }

  async function fallAndHelp(ward: LabWard, stream: string): Promise<void> {
    const camera = createCamera(calls, stream);
    const message = nextAlert(ward);
    await camera.fall();
    const uuid = await message;
    await camera.noFall();
    await calls.act(`/alerts/${uuid}/resolve`, { resolution: 'helped', seen: { [uuid]: 0 } });
  }

  async function run(ward: LabWard): Promise<void> {
    running.add(ward);
    while (!is.stopped) {
      for (const { uuid } of ward.rooms) await fallAndHelp(ward, uuid);
      await pause(restMs);
    }
    running.delete(ward);
  }

  function resume(): void {
    is.stopped = false;
    // A ward whose alert reached nobody still waits for its message.
    for (const ward of wards) if (!running.has(ward)) void run(ward);
  }

  resume();
  return {
    streams: wards.flatMap(({ rooms }) => rooms.map(({ uuid }) => uuid)),
    /** Returns the uuids of the alerts of which the phone has got a message. */
    received: (): ReadonlySet<string> => new Set(receivedAlerts(service)),
    /** Resolves when all falls are over, or after the timeout, when alerts still wait for a message. */
    drain: async (timeoutMs: number): Promise<void> => {
      is.stopped = true;
      await waitFor(async () => running.size === 0, timeoutMs);
    },
    resume,
    close: service.close,
  };
}
