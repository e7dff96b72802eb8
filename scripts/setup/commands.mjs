/** What the commands in package.json do. Each installs and builds what is missing, so it works in a fresh clone. */
import { ensureServices } from '../services/ensure-services.mjs';
import { runChecks, scriptCheck, staticChecks } from './checks.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { runScript, SetupError } from './progress.mjs';
import { runProgram } from './run-program.mjs';
import { stopAll } from './stop.mjs';
import { runPlaywright, runVitest, summaryOf } from './test-runs.mjs';
import { findNode, run, toolFile } from './tools.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** The proxy of vite.config.ts has the same port. */
const developmentPort = '3002';
const developmentUrl = 'http://localhost:3001';

/** @type {Readonly<Record<string, (node: string, args: readonly string[]) => Promise<number>>>} */
const commands = {
  /** Runs the product. The arguments go to the server. */
  async start(node, args) {
    await ensureWebBuild(node);
    console.log('Starting the server ...');
    return runProgram(node, args);
  },
  /** Serves the page, reloads it and restarts the server on each change. */
  async dev(node, args) {
    await ensureWebBuild(node);
    const page = run(node, [toolFile('vite')]);
    const env = { PORT: developmentPort, ROOM_STATUS_URL: developmentUrl };
    const server = runProgram(node, args, { nodeArgs: ['--watch', '--watch-preserve-output'], env });
    const code = await Promise.race([server, page.then((end) => end.code)]);
    stopAll();
    return code;
  },
  /** Format, lint, types, unused code and the quick tests. */
  async check(node) {
    return summarize([await runChecks(node, staticChecks()), await runVitest(node, ['--project', 'unit'])]);
  },
  /** All checks and all tests. */
  async test(node) {
    await ensureServices(['chromium', 'postgres', 'nats', 'mosquitto', 'nginx', 'openssl']);
    await ensureWebBuild(node);
    const checks = [...staticChecks(), scriptCheck('check-size'), scriptCheck('requirements')];
    return summarize([await runChecks(node, checks), await runVitest(node), await runPlaywright(node)]);
  },
  /** Fixes what the linter can fix, then formats. */
  async fix(node) {
    const { code } = await run(node, [toolFile('oxlint'), '--fix']);
    await run(node, [toolFile('oxfmt')]);
    return code;
  },
  bench: program('lab/bench/run-bench.ts', ['postgres', 'nats', 'nginx', 'nchan']),
  capacity: program('lab/capacity/run-capacity.ts'),
  chaos: program('lab/chaos/run-chaos.ts', ['postgres', 'nats', 'nginx', 'openssl', 'faketime']),
  cluster: program('scripts/cluster/run-cluster.ts', ['postgres', 'nats', 'nginx', 'openssl']),
  mutations: program('lab/mutations/run-mutations.ts'),
  screens: program('scripts/screens/take-screens.ts'),
};

/** @param {string} name @param {readonly string[]} args */
export function runCommand(name, args) {
  return runScript(async () => {
    const command = commands[name];
    if (command === undefined) {
      throw new SetupError(`Unknown command ${name}. Use: ${Object.keys(commands).join(', ')}.`);
    }
    await ensureDependencies();
    return command(findNode(), args);
  });
}

/** A command that runs this file, with the services that it starts. @param {string} file @param {Parameters<typeof ensureServices>[0]} services @returns {(node: string, args: readonly string[]) => Promise<number>} */
function program(file, services = []) {
  return async (node, args) => {
    await ensureServices(services);
    await ensureWebBuild(node);
    return runProgram(node, args, { file });
  };
}

/** @param {Parameters<typeof summaryOf>[0]} counts */
function summarize(counts) {
  const { line, isGreen } = summaryOf(counts);
  console.log(`\n${line}`);
  return isGreen ? 0 : 1;
}
