/** What the machines of the environment `ha` do now, and their repair. */
import { untilSynchronous } from '../../../scripts/cluster/ha/ha-services.ts';
import { present } from '../../shared/present.ts';
import type { Environment } from '../environment.ts';
import type { HaCluster } from '../servers/ha-servers.ts';
import { waitFor } from '../wait-for.ts';

export type HaPostgres = HaCluster['postgres'][number];

/** The time limit of a promotion. Patroni needs about 20 s when a machine dies. */
const promotionTimeoutMs = 60_000;
const healTimeoutMs = 120_000;
/** The time within which every board must show that it is not live. */
const maxGreyMs = 3_000;

/** Starts what died and mends the network. Resolves to the primary and its synchronous standby. */
export async function heal(
  environment: Environment,
): Promise<{ ha: HaCluster; primary: HaPostgres; standby: HaPostgres }> {
  const ha = present(environment.ha);
  ha.network.mend();
  const dead = [...ha.etcd, ...ha.nats, ...ha.postgres].filter(({ process }) => process.service.pid() === undefined);
  await Promise.all(dead.map(({ process }) => process.start()));
  await untilSynchronous(
    ha.postgres.map(({ member }) => member),
    healTimeoutMs,
  );
  const roles = await Promise.all(ha.postgres.map(({ member }) => member.role()));
  const primary = present(ha.postgres[roles.indexOf('primary')]);
  const standby = present(ha.postgres.find((one) => one !== primary));
  return { ha, primary, standby };
}

/**
 * Takes the primary away with `breakIt`. Resolves when the other server is the primary, with the seconds until then and
 * until no board was live.
 */
export async function promote(environment: Environment, next: HaPostgres, breakIt: () => Promise<void>) {
  const { viewers } = environment;
  const isGrey = async () => viewers.every((viewer) => !viewer.isLive());
  const isPromoted = async () => (await next.member.role()) === 'primary';
  const promoted = { is: false };
  const grey = waitFor(async () => promoted.is || (await isGrey()), promotionTimeoutMs);
  const promotion = waitFor(isPromoted, promotionTimeoutMs);
  await breakIt();
  const promotionMs = await promotion;
  promoted.is = true;
  const greyMs = await grey;
  const outage = { withoutPrimaryMs: promotionMs, greyMs };
  if (promotionMs === undefined) return { outage, problem: 'no other server became the primary' };
  const isLate = promotionMs > maxGreyMs && (greyMs === undefined || greyMs > maxGreyMs);
  return isLate ? { outage, problem: `boards were live for ${greyMs} ms without a primary` } : { outage };
}

/** Resolves to the milliseconds until a report that is sent after this call was acknowledged. */
export function untilStored({ reporter }: Environment, timeoutMs: number): Promise<number | undefined> {
  const isAnswered = reporter.watchForAnswer();
  return waitFor(async () => isAnswered(), timeoutMs);
}
