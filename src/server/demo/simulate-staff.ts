/** Decides what the simulated staff of the demo do with an open alert. */
import type { Alert, AlertUser } from '../../domain/alerts/alert.ts';
import type { AlertAction } from '../../domain/alerts/alert-actions.ts';
import type { RandomSource } from './resident-model.ts';

export const demoStaff: readonly [AlertUser, ...AlertUser[]] = [
  { kind: 'user', subject: 'demo-staff-1', displayName: 'Ingrid Solberg' },
  { kind: 'user', subject: 'demo-staff-2', displayName: 'Tomasz Nowak' },
  { kind: 'user', subject: 'demo-staff-3', displayName: 'Amina Yusuf' },
  { kind: 'user', subject: 'demo-staff-4', displayName: 'Pierre Garnier' },
];

interface StaffStep {
  readonly action: AlertAction;
  readonly by: AlertUser;
  /** After how many seconds staff take the step, on average. */
  readonly seconds: number;
}

/** Whether staff leave an alert to visitors: a drill, a sensor fault, or an alert that a visitor has answered. */
function isLeftToVisitors({ by, isTest, isFault }: Alert): boolean {
  return isTest || isFault || (by.kind === 'user' && staffMember(by) === undefined);
}

function staffMember({ subject }: AlertUser): AlertUser | undefined {
  return demoStaff.find((one) => one.subject === subject);
}

function nextStep(alert: Alert, random: RandomSource): StaffStep | undefined {
  if (isLeftToVisitors(alert)) return undefined;
  const { state, by, latches, raisedAgainCount } = alert;
  const anybody = demoStaff[Math.floor(random() * demoStaff.length)] ?? demoStaff[0];
  const user = (by.kind === 'user' ? staffMember(by) : undefined) ?? anybody;
  switch (state) {
    case 'raised':
      // A visitor may have acknowledged an alert that is raised again, so staff leave the visitor more time.
      return { action: { kind: 'acknowledge' }, by: user, seconds: raisedAgainCount === 0 ? 8 : 60 };
    case 'acknowledged':
      // Staff come too late to some falls, so visitors see an alert that is raised again.
      return { action: { kind: 'attend' }, by: user, seconds: latches && raisedAgainCount === 0 ? 100 : 30 };
    case 'attended':
      return { action: { kind: 'resolve', resolution: 'helped', note: null }, by: user, seconds: 45 };
    default:
      return undefined;
  }
}

/** The step that staff take now. Call it for each open alert once per second. Undefined: none. */
export function chooseStaffStep(alert: Alert, random: RandomSource): Omit<StaffStep, 'seconds'> | undefined {
  const step = nextStep(alert, random);
  return step !== undefined && random() < 1 / step.seconds ? step : undefined;
}
