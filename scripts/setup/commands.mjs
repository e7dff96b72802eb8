/**
 * The commands of package.json. Each command installs and builds what is missing, so that it works in a fresh clone.
 * Only the operator's command line installs nothing.
 */
import { ensureServices } from '../services/ensure-services.mjs';
import { ensureBuilds, ensureWebBuild, isServerBuilt } from './builds.mjs';
import { runChecks, scriptCheck, staticChecks } from './checks.mjs';
import { ensureDependencies, requireProductDependencies } from './dependencies.mjs';
import { runScript, SetupError } from './progress.mjs';
import { stopAll } from './stop.mjs';
import { runPlaywright, runVitest, summaryOf } from './test-runs.mjs';
import { findNode, run, toolEnvironment, toolFile } from './tools.mjs';

const operatorCommand = 'room-status';
/** The commands that run without the packages of tests, checks and measurements. */
const productCommands = new Set(['start', 'build', 'dev', 'cluster']);
/** In development Vite forwards requests to the server on this port. */
const developmentPort = '3002';
const developmentUrl = 'http://localhost:3001';

/** The option of the commands that run three machines, and the services that only they need. */
const haOption = '--ha';
/** @type {Parameters<typeof ensureServices>[0]} */
const haServices = ['etcd', 'patroni'];

/** @typedef {(node: string, args: readonly string[]) => Promise<{ code: number }>} Command */

/** CONTRIBUTING.md says what each command does. @type {Readonly<Record<string, Command>>} */
const commands = {
  async start(node, args) {
    await ensureBuilds(node);
    console.log('Starting the server ...');
    return run(node, ['dist/server/app/main.js', ...args]);
  },
  async build(node) {
    await ensureBuilds(node);
    return { code: 0 };
  },
  async dev(node, args) {
    await ensureWebBuild(node);
    const env = { ...toolEnvironment(), PORT: developmentPort, ROOM_STATUS_URL: developmentUrl };
    const server = run(node, ['--watch', '--watch-preserve-output', 'src/server/app/main.ts', ...args], { env });
    const ended = await Promise.race([server, run(node, [toolFile('vite')])]);
    stopAll();
    return ended;
  },
  async check(node) {
    return summarize([await runChecks(node, staticChecks()), await runVitest(node, ['--project', 'unit'])]);
  },
  async test(node) {
    await ensureServices(['test-browser', 'postgres', 'nats', 'mosquitto', 'nginx', 'caddy', 'openssl']);
    await ensureBuilds(node);
    const checks = [...staticChecks(), scriptCheck('requirements')];
    // The checks run at the same time, because many tests wait for processes and timeouts and leave the cores idle.
    const counts = await Promise.all([runChecks(node, checks), runVitest(node)]);
    return summarize([...counts, await runPlaywright(node)]);
  },
  async fix(node) {
    const linted = await run(node, [toolFile('oxlint'), '--fix']);
    await run(node, [toolFile('oxfmt')]);
    return linted;
  },
  bench: program('lab/bench/run-bench.ts', ['postgres', 'nats', 'cc'], ['nginx', 'nchan', 'chromium']),
  chaos: program('lab/chaos/run-chaos.ts', ['postgres', 'nats', 'nginx', 'openssl', 'faketime', 'cc']),
  cluster: program('scripts/cluster/run-cluster.ts', ['postgres', 'nats', 'nginx', 'openssl']),
  [operatorCommand]: (node, args) => run(node, [operatorFile(), ...args]),
  screens: program('scripts/screens/take-screens.ts', ['chromium']),
};

/** @param {string} name a command of package.json @param {readonly string[]} args */
export function runCommand(name, args) {
  return runScript(async () => {
    const command = commands[name];
    if (command === undefined) {
      throw new SetupError(`Unknown command ${name}. Use: ${Object.keys(commands).join(', ')}.`);
    }
    if (name === operatorCommand) requireProductDependencies();
    else await ensureDependencies({ forTests: !productCommands.has(name) });
    const { code } = await command(findNode(), args);
    return code;
  });
}

/** Returns the built file, which starts faster, unless it is missing or old, as during `npm run dev`. */
function operatorFile() {
  return isServerBuilt() ? 'dist/server/operator/room-status.js' : 'src/server/operator/room-status.ts';
}

/**
 * A command that runs a TypeScript file, with the services that the file starts.
 * @param {string} file @param {Parameters<typeof ensureServices>[0]} services
 * @param {Parameters<typeof ensureServices>[0]} optional services without which the file runs too @returns {Command}
 */
function program(file, services = [], optional = []) {
  return async (node, args) => {
    const forHa = args.includes(haOption) ? haServices : [];
    await ensureServices([...services, ...forHa]);
    await ensureServices(optional).catch((/** @type {unknown} */ error) => console.warn(String(error)));
    await ensureBuilds(node);
    return run(node, [file, ...args]);
  };
}

/**
 * Prints what failed once more, because it is thousands of lines above, and the last line of a test run.
 * @param {Parameters<typeof summaryOf>[0]} counts
 */
function summarize(counts) {
  const { line, failures, isGreen } = summaryOf(counts);
  for (const failure of failures) console.log(`\nFAILED  ${failure}`);
  console.log(`\n${line}`);
  return { code: isGreen ? 0 : 1 };
}
