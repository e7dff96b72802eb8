/** A set-up with equipment that reports and people who watch. */
import { createReporter } from '../people/reporter.ts';
import { openSession } from '../people/session.ts';
import { startClusterSetUp } from './set-up-cluster.ts';
import { startSqliteSetUp } from './set-up-sqlite.ts';
import type { Stage, StageKind, StageOptions } from './stage.ts';
import { openViewer } from '../people/viewer.ts';

export async function startStage(kind: StageKind, options: StageOptions = {}): Promise<Stage> {
  const { need, viewersAWard = 4 } = options;
  // Each report goes to thousands there, on the machine that also holds them all.
  const callsPerSecond = options.callsPerSecond ?? (need === 'few-reports' ? 2 : 25);
  const setUp = await (kind === 'sqlite' ? startSqliteSetUp(need) : startClusterSetUp(need));
  const { url, home } = setUp;
  try {
    const session = await openSession(url, () => performance.now());
    const viewers = home.wards.flatMap(({ uuid }) =>
      Array.from({ length: viewersAWard }, () => openViewer({ url, wardUUID: uuid, session })),
    );
    const reporter = createReporter({
      url,
      key: home.deviceKey,
      streams: home.wards.flatMap(({ streams }) => streams),
      callsPerSecond,
    });
    return {
      ...setUp,
      session,
      reporter,
      viewers,
      close: async () => {
        for (const viewer of viewers) viewer.close();
        await reporter.drain(10_000).catch(() => undefined);
        await setUp.close();
      },
    };
  } catch (error) {
    await setUp.close();
    throw error;
  }
}
