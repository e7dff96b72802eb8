/** Runs one of the larger programs of package.json from a fresh clone: `npm run cluster`, `chaos`, `bench`, ... */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { ensureServices } = await import('./services/ensure-services.mjs');
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { runScript, SetupError } = await import('./setup/progress.mjs');
const { runProgram } = await import('./setup/run-program.mjs');
const { findNode } = await import('./setup/tools.mjs');
const { ensureWebBuild } = await import('./setup/web-build.mjs');

/**
 * The program's file, and the services that it starts.
 * @type {Readonly<Record<string, { file: string, services?: Parameters<typeof ensureServices>[0] }>>}
 */
const programs = {
  bench: { file: 'lab/bench/run-bench.ts', services: ['postgres', 'nats', 'nginx', 'nchan'] },
  capacity: { file: 'lab/capacity/run-capacity.ts' },
  chaos: { file: 'lab/chaos/run-chaos.ts', services: ['postgres', 'nats', 'nginx', 'openssl', 'faketime'] },
  cluster: { file: 'scripts/cluster/run-cluster.ts', services: ['postgres', 'nats', 'nginx', 'openssl'] },
  mutations: { file: 'lab/mutations/run-mutations.ts' },
  screens: { file: 'scripts/screens/take-screens.ts' },
};

await runScript(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const program = programs[name];
  if (program === undefined) throw new SetupError(`Unknown program ${name}. Use: ${Object.keys(programs).join(', ')}.`);
  await ensureDependencies();
  const node = findNode();
  await ensureServices(program.services ?? []);
  await ensureWebBuild(node);
  return runProgram(node, args, { file: program.file });
});
