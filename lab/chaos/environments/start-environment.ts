/** A set-up with equipment that reports and people who watch. */
import { createReporter } from '../actors/reporter.ts';
import { openSession } from '../actors/session.ts';
import { startClusterInfrastructure } from './cluster-environment.ts';
import { startSqliteInfrastructure } from './sqlite-environment.ts';
import type { Environment, EnvironmentKind, EnvironmentOptions } from './environment.ts';
import { openViewer } from '../actors/viewer.ts';

export async function startEnvironment(kind: EnvironmentKind, options: EnvironmentOptions = {}): Promise<Environment> {
  const { need, viewersAWard = 4 } = options;
  // Each report goes to thousands there, on the machine that also holds them all.
  const callsPerSecond = options.callsPerSecond ?? (need === 'few-reports' ? 2 : 25);
  const environment = await (kind === 'sqlite' ? startSqliteInfrastructure(need) : startClusterInfrastructure(need));
  const { url, home } = environment;
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
      ...environment,
      session,
      reporter,
      viewers,
      close: async () => {
        for (const viewer of viewers) viewer.close();
        await reporter.drain(10_000).catch(() => undefined);
        await environment.close();
      },
    };
  } catch (error) {
    await environment.close();
    throw error;
  }
}
