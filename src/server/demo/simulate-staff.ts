/** Decides what the simulated staff of the demo do with the open alerts. They act in real time, at any speed of the demo. */
import type { Alert, AlertActor, AlertResolution, AlertUser } from '../../domain/alerts/alert.ts';
import type { AlertAction } from '../../domain/alerts/alert-actions.ts';
import { type Random, randomBetween, randomChoice } from './random.ts';

export const demoStaff: readonly [AlertUser, ...AlertUser[]] = [
  { kind: 'user', subject: 'demo-staff-1', displayName: 'Ingrid Solberg' },
  { kind: 'user', subject: 'demo-staff-2', displayName: 'Tomasz Nowak' },
  { kind: 'user', subject: 'demo-staff-3', displayName: 'Amina Yusuf' },
  { kind: 'user', subject: 'demo-staff-4', displayName: 'Pierre Garnier' },
];

export interface StaffAction {
  readonly alert: Alert;
  readonly action: AlertAction;
  readonly by: AlertUser;
}

type Seconds = readonly [min: number, max: number];

const answerSeconds: Seconds = [4, 12];
const walkSeconds: Seconds = [15, 60];
const careSeconds: Seconds = [20, 90];
/** Staff stay longer where somebody has waited, so that visitors see an alert that was raised again. */
const careAfterDelaySeconds: Seconds = [60, 180];
/** A visitor who has acknowledged an alert and does not resolve it has probably left the demo. */
const visitorSeconds: Seconds = [600, 900];

/** At most this many alerts at a time are acknowledged by staff who then come too late. */
const maxLateAlerts = 3;

const withdrawalShare = 0.15;

/** What staff do next with an alert, if nothing else happens to it before. */
interface Plan {
  /** The alert's state and since when it has it: the plan is made anew when they change. */
  readonly madeFor: string;
  readonly at: number;
  readonly next: StaffAction | undefined;
}

export function createStaffSimulation(random: Random) {
  let plans = new Map<string, Plan>();
  /** Alerts that a visitor has answered. */
  const answeredByVisitors = new Set<string>();
  /** Alerts with which staff come too late. */
  const late = new Set<string>();

  function planFor(alert: Alert, now: number): Plan {
    const { uuid, state, since, by } = alert;
    if (isVisitor(by)) answeredByVisitors.add(uuid);
    const [seconds, next] = nextStep(alert);
    return { madeFor: `${state} ${since}`, at: now + 1_000 * randomBetween(seconds, random), next };
  }

  function nextStep(alert: Alert): readonly [Seconds, StaffAction | undefined] {
    const { uuid, state, by, isTest, isFault } = alert;
    const isVisitors = answeredByVisitors.has(uuid);
    // A drill is for visitors, too.
    if (isTest || isFault || (isVisitors && state !== 'raised')) return [visitorSeconds, undefined];
    const user = demoStaff.find((one) => isSame(one, by)) ?? randomChoice(demoStaff, () => 1, random);
    const next = (action: AlertAction): StaffAction => ({ alert, action, by: user });
    switch (state) {
      case 'raised':
        return [isVisitors ? visitorSeconds : answerSeconds, next({ kind: 'acknowledge' })];
      case 'acknowledged':
        if (isLate(alert)) return [walkSeconds, undefined];
        return [walkSeconds, next({ kind: random() < withdrawalShare ? 'withdraw' : 'attend' })];
      case 'attended':
        return [careSecondsOf(alert), next(resolution(random))];
      default:
        return [walkSeconds, undefined];
    }
  }

  /** Staff come too late once, so that visitors see an alert that is raised again. */
  function isLate({ uuid, raisedAgainCount, latches }: Alert): boolean {
    if (raisedAgainCount > 0 || !latches || late.size >= maxLateAlerts) return false;
    late.add(uuid);
    return true;
  }

  return {
    /** What is due now. `open`: all open alerts. */
    due: (open: readonly Alert[], now: number): readonly StaffAction[] => {
      plans = new Map(
        open.map((alert) => {
          const plan = plans.get(alert.uuid);
          const isCurrent = plan?.madeFor === `${alert.state} ${alert.since}`;
          return [alert.uuid, plan !== undefined && isCurrent ? plan : planFor(alert, now)];
        }),
      );
      for (const uuid of late) if (!plans.has(uuid)) late.delete(uuid);
      return [...plans.values()].flatMap(({ at, next }) => (next !== undefined && at <= now ? [next] : []));
    },
  };
}

function isVisitor(by: AlertActor): boolean {
  return by.kind === 'user' && !demoStaff.some((one) => isSame(one, by));
}

function isSame({ subject }: AlertUser, by: AlertActor): boolean {
  return by.kind === 'user' && by.subject === subject;
}

function careSecondsOf({ raisedAgainCount }: Alert): Seconds {
  return raisedAgainCount > 0 ? careAfterDelaySeconds : careSeconds;
}

const resolutions: readonly [AlertResolution, ...AlertResolution[]] = ['helped', 'helped', 'false-alarm'];

function resolution(random: Random): AlertAction {
  return { kind: 'resolve', resolution: randomChoice(resolutions, () => 1, random), note: null };
}
