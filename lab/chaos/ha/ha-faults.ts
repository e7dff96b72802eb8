/** Faults of a deployment on three machines: each of its parts dies, or the network between the machines fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { fillDisk, freeDisk } from '../../../tests/support/app/small-disk.ts';
import { inTurn, present } from '../../shared/present.ts';
import type { Environment } from '../environment.ts';
import type { Fault, FaultOutcome } from '../fault.ts';
import { reconnectAll } from '../faults/viewer-faults.ts';
import { waitFor } from '../wait-for.ts';
import { heal, promote, untilStored } from './ha-state.ts';

const absentMs = 8_000;
/** How long reports may wait until the primary goes on without its standby. */
const maxStalledMs = 20_000;
const partitionMs = 25_000;
const stepDownTimeoutMs = 60_000;
const fillTimeoutMs = 60_000;

export const haFaults: readonly Fault[] = [
  {
    name: 'kill-primary',
    title: 'kill -9 of the primary with its Patroni',
    inject: async (environment) => {
      const { primary, standby } = await heal(environment);
      return promote(environment, standby, () => primary.process.die());
    },
  },
  {
    name: 'crash-primary',
    title: 'kill -9 of the primary alone',
    inject: async (environment) => {
      const { primary, standby } = await heal(environment);
      return promote(environment, standby, async () => {
        process.kill(present(primary.member.postgresPid()), 'SIGKILL');
      });
    },
  },
  {
    name: 'kill-standby',
    title: 'kill -9 of the standby',
    inject: async (environment) => {
      const { standby } = await heal(environment);
      await standby.process.die();
      return stalled(environment);
    },
  },
  {
    name: 'kill-etcd-leader',
    title: "kill -9 of etcd's leader",
    maxDisconnectedMs: 3_000,
    inject: async (environment) => {
      const { ha } = await heal(environment);
      await (await leaderOf(ha.etcd)).process.die();
      await pause(absentMs);
    },
  },
  {
    name: 'kill-nats-node',
    title: 'kill -9 of one NATS node after the other',
    maxDisconnectedMs: 3_000,
    inject: async (environment, round) => {
      const { ha } = await heal(environment);
      await inTurn(ha.nats, round).process.die();
      await pause(absentMs);
    },
  },
  {
    name: 'switchover',
    title: 'planned switchover',
    inject: async (environment) => {
      const { primary, standby } = await heal(environment);
      return promote(environment, standby, () => switchOver(primary.member));
    },
  },
  {
    name: 'partition',
    title: 'network between primary and standby cut',
    rounds: 2,
    inject: async (environment) => {
      const { ha, primary, standby } = await heal(environment);
      ha.network.separate([primary.machine, standby.machine]);
      const outcome = await stalled(environment);
      await pause(partitionMs);
      const roles = [await primary.member.role(), await standby.member.role()];
      ha.network.mend();
      if (roles[0] === 'primary' && roles[1] !== 'primary') return outcome;
      return { ...outcome, problem: `the roles were ${roles.join(' and ')}` };
    },
  },
  {
    name: 'isolate-primary',
    title: 'machine of the primary cut off, and back later',
    rounds: 2,
    inject: async (environment) => {
      const { ha, primary, standby } = await heal(environment);
      const outcome = await promote(environment, standby, async () => ha.network.isolate(primary.machine));
      await untilStored(environment, stepDownTimeoutMs);
      ha.network.mend();
      const isStandby = async () => (await primary.member.role()) === 'sync standby';
      if ((await waitFor(isStandby, stepDownTimeoutMs)) !== undefined) return outcome;
      return { ...outcome, problem: 'the former primary did not become a standby' };
    },
  },
  {
    name: 'fill-primary',
    title: 'disk of the primary full, then freed',
    variant: 'small-disk',
    rounds: 2,
    inject: async (environment) => {
      const { primary, standby } = await heal(environment);
      const { folder } = primary.member;
      const { reporter } = environment;
      const failedBefore = reporter.failedPosts();
      const isFull = async () => {
        await fillDisk(folder);
        return reporter.failedPosts() > failedBefore || (await standby.member.role()) === 'primary';
      };
      const fullAfterMs = await waitFor(isFull, fillTimeoutMs);
      await pause(absentMs);
      await freeDisk(folder);
      const stalledMs = await untilStored(environment, stepDownTimeoutMs);
      if (fullAfterMs === undefined) return { problem: 'every report was stored, so the disk was not full' };
      return stalledMs === undefined ? { problem: 'no report was stored after the disk was freed' } : {};
    },
  },
  {
    name: 'promotion-storm',
    title: 'primary killed with 5,000 viewers connected',
    variant: 'low-rate',
    rounds: 1,
    inject: async (environment) => {
      const { primary, standby } = await heal(environment);
      let promotion: FaultOutcome = {};
      const storm = await reconnectAll(environment, async () => {
        promotion = await promote(environment, standby, () => primary.process.die());
        await untilStored(environment, stepDownTimeoutMs);
      });
      return { ...promotion, ...storm };
    },
  },
];

/** Waits until reports are stored again, although a standby is missing. */
async function stalled(environment: Environment) {
  const stalledMs = await untilStored(environment, maxStalledMs);
  if (stalledMs !== undefined) return { outage: { stalledMs } };
  return { problem: `no report was stored for ${maxStalledMs / 1000} s` };
}

async function leaderOf<Member extends { readonly clientHost: string }>(members: readonly Member[]): Promise<Member> {
  for (const member of members) {
    const response = await fetch(`http://${member.clientHost}/v3/maintenance/status`, { method: 'POST', body: '{}' });
    const text = await response.text();
    const [id, leader] = [/"member_id":"(\d+)"/, /"leader":"(\d+)"/].map((pattern) => pattern.exec(text)?.[1]);
    if (id !== undefined && id === leader) return member;
  }
  throw new Error('etcd has no leader');
}

async function switchOver({ apiUrl, name }: { readonly apiUrl: string; readonly name: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${apiUrl}/switchover`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ leader: name }),
  });
  if (!response.ok) throw new Error(`the switchover was refused: ${await response.text()}`);
}
