/** Simulates residents who fall, and a nurse who answers their alerts. Counts falls as the sensors know them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ShownAlert } from '../../../src/domain/alerts/shown-alert.ts';
import { present } from '../../shared/present.ts';
import { waitFor } from '../wait-for.ts';
import type { FallCalls } from './fall-calls.ts';
import { createCamera, createFallDetector, fall, type FallSensor } from './fall-sensors.ts';
import type { Viewer } from './viewer.ts';

/** The time between two falls in a room. */
const restMs = 500;
const retryDelayMs = 250;
/** The time limit, including an outage, within which the board shows the alert of a stored report. */
const notifyTimeoutMs = 20_000;
const lateByMs = 11 * 60_000;
const pauseMinutes = 60;

export type FallActors = ReturnType<typeof startFalls>;

interface FallOptions {
  readonly calls: FallCalls;
  readonly board: Viewer;
  /** The uuids of at least four rooms. The last room is that of the fall detector. */
  readonly streams: readonly string[];
  readonly detector: Parameters<typeof createFallDetector>[0];
}

interface Resident {
  readonly stream: string;
  readonly sensor: FallSensor;
  /** Whether the alerts of the room are paused whenever the resident falls. */
  readonly isPaused: boolean;
}

export function startFalls({ calls, board, streams, detector }: FallOptions) {
  const residents = residentsOf(streams, calls, detector);
  const nurse = createNurse(calls, board);
  const is = { stopped: true };
  /**
   * `alerts`: the alerts that the falls need. A fall that ends before the answer to an earlier fall joins its alert.
   */
  const counts = { falls: 0, notNotified: 0, alerts: 0 };
  let runningCount = 0;

  /** Sends a fall. Resolves when the board shows an alert to be answered. Undefined: it shows none in time. */
  async function fallOf({ stream, sensor }: Resident): Promise<ShownAlert | undefined> {
    counts.falls += 1;
    await sensor.fall();
    if (await nurse.sees(stream, (state) => state === 'raised')) return board.alertOf(stream, fall);
    counts.notNotified += 1;
    return undefined;
  }

  /** Simulates a fall, mostly an answer, sometimes a second fall, which joins the alert or raises it again. */
  async function fallAndHelp(resident: Resident): Promise<void> {
    const { stream, sensor, isPaused } = resident;
    if (isPaused) await calls.act(`/streams/${stream}/pause`, { minutes: pauseMinutes });
    const alert = await fallOf(resident);
    if (alert !== undefined) counts.alerts += 1;
    if (alert !== undefined && Math.random() < 0.7) await nurse.goes(stream, alert);
    await sensor.noFall();
    if (Math.random() < 0.5) {
      await fallOf(resident);
      await sensor.noFall();
    }
    if (alert !== undefined) await nurse.resolves(stream, alert.uuid);
  }

  async function run(resident: Resident): Promise<void> {
    runningCount += 1;
    while (!is.stopped) {
      await fallAndHelp(resident);
      await pause(restMs);
    }
    runningCount -= 1;
  }

  function resume(): void {
    is.stopped = false;
    for (const resident of residents) void run(resident);
  }

  resume();
  return {
    streams,
    resolved: nurse.resolved,
    /** Returns the uuids of the alerts of falls that the board has shown. */
    raised: () => new Set(board.raisedOf(fall)),
    /** Returns the counts so far. `notifiedTwice`: the alerts that the board raised although no fall needed them. */
    counts: () => ({ ...counts, notifiedTwice: Math.max(0, board.raisedOf(fall).length - counts.alerts) }),
    /** Resolves when the nurse has resolved the alerts of all falls. Throws after the timeout. */
    drain: async (timeoutMs: number) => {
      is.stopped = true;
      await waitFor(async () => runningCount === 0, timeoutMs);
      if (runningCount > 0) throw new Error(`${runningCount} falls are still unanswered`);
    },
    resume,
    close: async () => {
      for (const { sensor } of residents) await sensor.close();
    },
  };
}

function residentsOf(streams: readonly string[], calls: FallCalls, detector: FallOptions['detector']): Resident[] {
  const [paused, late] = streams;
  return streams.map((stream, index) => ({
    stream,
    sensor:
      index === streams.length - 1
        ? createFallDetector(detector)
        : createCamera(calls, stream, stream === present(late) ? lateByMs : undefined),
    isPaused: stream === paused,
  }));
}

/** Creates the nurse, who answers alerts as the board shows them. */
function createNurse({ act }: FallCalls, board: Viewer) {
  /** The uuids of the alerts whose resolution the server has confirmed. */
  const resolved = new Set<string>();

  /** Returns whether the live board shows the alert of the room in a state that `isMeant` accepts, in time. */
  async function sees(stream: string, isMeant: (state: ShownAlert['state'] | undefined) => boolean): Promise<boolean> {
    const isShown = async () => board.isLive() && isMeant(board.alertOf(stream, fall)?.state);
    return (await waitFor(isShown, notifyTimeoutMs)) !== undefined;
  }

  return {
    resolved,
    sees,
    goes: async (stream: string, alert: ShownAlert): Promise<void> => {
      await act(`/alerts/${alert.uuid}/${Math.random() < 0.5 ? 'acknowledge' : 'attend'}`, { seen: seen(alert) });
      await sees(stream, (state) => state !== 'raised');
    },
    /** Resolves an alert. Answers again when the alert was raised again after the state that the board shows. */
    resolves: async (stream: string, uuid: string): Promise<void> => {
      for (;;) {
        // While the server of the board is unavailable, the board may show no rooms.
        await waitFor(async () => board.isLive(), notifyTimeoutMs);
        const alert = board.alertOf(stream, fall);
        if (alert?.uuid !== uuid) return;
        const status = await act(`/alerts/${uuid}/resolve`, { resolution: 'helped', seen: seen(alert) });
        if (status === 200) resolved.add(uuid);
        if (status !== 409) return void (await sees(stream, (state) => state === undefined));
        await pause(retryDelayMs);
      }
    },
  };
}

/** Returns what the nurse saw of the alert when she answered it. */
function seen({ uuid, raisedAgainCount }: ShownAlert): Readonly<Record<string, number>> {
  return { [uuid]: raisedAgainCount };
}
