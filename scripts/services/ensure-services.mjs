/** Installs missing programs from Debian's packages, for the tests and the programs of lab. This needs root and apt-get. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { SetupError, step } from '../setup/progress.mjs';
import { run } from '../setup/tools.mjs';
import { findChromium, findFakeTime, findNchan, findProgram, findTestBrowser } from './find-programs.mjs';

/** @typedef {'postgres' | 'pgbackrest' | 'nats' | 'etcd' | 'patroni' | 'mosquitto' | 'nginx' | 'caddy' | 'nchan' | 'openssl' | 'faketime' | 'chromium' | 'test-browser' | 'cc'} ServiceName */

/** @type {Readonly<Record<ServiceName, { packages: readonly string[], find: () => string | undefined }>>} */
const services = {
  postgres: { packages: ['postgresql'], find: () => findProgram('initdb') },
  pgbackrest: { packages: ['pgbackrest'], find: () => findProgram('pgbackrest') },
  nats: { packages: ['nats-server'], find: () => findProgram('nats-server') },
  etcd: { packages: ['etcd-server'], find: () => findProgram('etcd') },
  patroni: { packages: ['patroni', 'python3-etcd'], find: () => findProgram('patroni') },
  mosquitto: {
    packages: ['mosquitto', 'mosquitto-clients'],
    find: () => findProgram('mosquitto_pub') && findProgram('mosquitto'),
  },
  nginx: { packages: ['nginx-light'], find: () => findProgram('nginx') },
  caddy: { packages: ['caddy'], find: () => findProgram('caddy') },
  nchan: { packages: ['libnginx-mod-nchan'], find: findNchan },
  openssl: { packages: ['openssl'], find: () => findProgram('openssl') },
  faketime: { packages: ['libfaketime'], find: findFakeTime },
  chromium: { packages: ['chromium'], find: findChromium },
  'test-browser': { packages: ['chromium-headless-shell'], find: findTestBrowser },
  cc: { packages: ['gcc', 'libc6-dev'], find: () => findProgram('cc') },
};

/** Debian runs this file before it starts a newly installed service. Exit code 101 forbids the start. */
const policyFile = '/usr/sbin/policy-rc.d';

/**
 * Installs the programs that are missing. Throws an error of one sentence when that is impossible.
 * @param {readonly ServiceName[]} names
 */
export async function ensureServices(names) {
  const missing = names.filter((name) => services[name].find() === undefined);
  if (missing.length === 0) return;
  const packages = missing.flatMap((name) => services[name].packages).join(' ');
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new SetupError(
      `Some programs are missing: install ${packages} (on Debian: apt-get install ${packages}) and run the command again.`,
    );
  }
  await step(`Installing ${packages}`, `${packages} installed`, () => install(packages));
  if (missing.some((name) => services[name].find() === undefined)) {
    throw new SetupError(`${packages}: installed, but not found in the folders of Debian's packages.`);
  }
}

/** @param {string} packages */
async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const isOurPolicy = !existsSync(policyFile);
  if (isOurPolicy) writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await run('apt-get', ['update', '-qq'], { env, quiet: true });
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages.split(' ')];
    const { code, output } = await run('apt-get', args, { env, quiet: true });
    if (code !== 0) {
      throw new SetupError(`${output.trim()}\n${packages} could not be installed; the lines above say why.`);
    }
  } finally {
    if (isOurPolicy) rmSync(policyFile, { force: true });
  }
}
