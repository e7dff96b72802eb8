/** Installs the programs that tests and trials need from Debian's packages, when it runs as root with apt-get. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { SetupError, step } from '../setup/progress.mjs';
import { run } from '../setup/tools.mjs';
import { findChromium, findFakeTime, findNchan, findProgram } from './find-programs.mjs';

/** @typedef {'postgres' | 'nats' | 'mosquitto' | 'nginx' | 'nchan' | 'openssl' | 'faketime' | 'chromium'} ServiceName */

/** @type {Readonly<Record<ServiceName, { title: string, packages: readonly string[], find: () => string | undefined }>>} */
const services = {
  postgres: { title: 'PostgreSQL', packages: ['postgresql'], find: () => findProgram('initdb') },
  nats: { title: 'NATS', packages: ['nats-server'], find: () => findProgram('nats-server') },
  mosquitto: {
    title: 'Mosquitto',
    packages: ['mosquitto', 'mosquitto-clients'],
    find: () => findProgram('mosquitto_pub') && findProgram('mosquitto'),
  },
  nginx: { title: 'nginx', packages: ['nginx-light'], find: () => findProgram('nginx') },
  nchan: { title: 'Nchan', packages: ['libnginx-mod-nchan'], find: findNchan },
  openssl: { title: 'OpenSSL', packages: ['openssl'], find: () => findProgram('openssl') },
  faketime: { title: 'libfaketime', packages: ['libfaketime'], find: findFakeTime },
  chromium: { title: 'Chromium', packages: ['chromium'], find: findChromium },
};

/** Debian runs this file before it starts a newly installed service. Exit code 101 forbids the start. */
const policyFile = '/usr/sbin/policy-rc.d';

/**
 * Throws one sentence when a program is missing and cannot be installed.
 * @param {readonly ServiceName[]} names
 */
export async function ensureServices(names) {
  const missing = names.filter((name) => services[name].find() === undefined);
  if (missing.length === 0) return;
  const titles = missing.map((name) => services[name].title).join(', ');
  const packages = missing.flatMap((name) => services[name].packages);
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new SetupError(
      `${titles} must be installed (on Debian: apt-get install ${packages.join(' ')}); then run the command again.`,
    );
  }
  await step(`Installing ${titles}`, `${titles} installed`, () => install(packages));
  if (missing.some((name) => services[name].find() === undefined)) {
    throw new SetupError(`${titles}: installed, but not found in the folders of Debian's packages.`);
  }
}

/** @param {readonly string[]} packages */
async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const isOurPolicy = !existsSync(policyFile);
  if (isOurPolicy) writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await run('apt-get', ['update', '-qq'], { env, quiet: true });
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    const { code, output } = await run('apt-get', args, { env, quiet: true });
    if (code !== 0) {
      throw new SetupError(`${output.trim()}\n${packages.join(', ')} could not be installed; the lines above say why.`);
    }
  } finally {
    if (isOurPolicy) rmSync(policyFile, { force: true });
  }
}
