/** Checks the systemd unit without starting it, because a start needs systemd as the first process of the machine. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/services/find-programs.mjs';
import { readConfig } from '../../src/server/app/config.ts';
import { deployFolder, readServiceSettings } from './documents.ts';

const unit = readFileSync(join(deployFolder, 'systemd/room-status.service'), 'utf8');
const analyze = findProgram('systemd-analyze', '/usr/bin/systemd-analyze');

test.skipIf(analyze === undefined)(
  '`systemd-analyze` accepts the systemd unit and rates its exposure below 2 of 10',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'room-status-unit-'));
    const file = join(folder, 'room-status.service');
    // The program of the unit is replaced by `/bin/true`, because it is not installed on this machine.
    writeFileSync(file, unit.replaceAll('/srv/room-status/dist/node', '/bin/true'));
    const run = (...words: string[]) => execFileSync(analyze ?? '', words, { encoding: 'utf8', stdio: 'pipe' });
    expect(run('verify', file)).toBe('');
    expect(run('security', '--offline=true', '--threshold=20', file)).toContain('Overall exposure level');
    rmSync(folder, { recursive: true });
  },
);

test('the settings of the systemd service are a valid configuration, trust a proxy on the same machine, and store data in the state directory of the unit', () => {
  const config = readConfig(readServiceSettings(), ['--no-demo']);
  expect(config).toMatchObject({
    host: '127.0.0.1',
    trustedProxies: ['127.0.0.1'],
    publicUrl: 'https://rooms.example.org',
  });
  const folder = /^StateDirectory=(.*)$/m.exec(unit)?.[1];
  expect(config.database).toMatchObject({ file: `/var/lib/${folder}/room-status.sqlite` });
});

test('the command `room-status` becomes the user of the service, and prefers a DATA_DIR of the caller to that of the settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-command-'));
  const addProgram = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  writeFileSync(join(folder, 'settings'), 'DATA_DIR=/var/lib/room-status\n');
  const text = readFileSync(join(deployFolder, 'systemd/room-status'), 'utf8')
    .replace('/etc/room-status/settings', join(folder, 'settings'))
    .replace('/srv/room-status/dist/node', addProgram('node', 'echo "$DATA_DIR" "$@"'));
  addProgram('runuser', 'echo "$@"');
  const run = (file: string, variables = {}) =>
    execFileSync(file, ['check'], { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin`, ...variables } });
  const asOther = addProgram('as-other', text);
  expect(run(asOther)).toBe(`-u room-status -- ${asOther} check\n`);
  const asService = addProgram('as-service', text.replace('= room-status ]', `= ${userInfo().username} ]`));
  const command = '/srv/room-status/dist/server/operator/room-status.js --no-demo check';
  expect(run(asService)).toBe(`/var/lib/room-status ${command}\n`);
  expect(run(asService, { DATA_DIR: '/tmp/drill' })).toBe(`/tmp/drill ${command}\n`);
  rmSync(folder, { recursive: true });
});

test('the nightly backup deletes backups that are 30 days old, unless it fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-cron-'));
  const backups = join(folder, 'backup');
  mkdirSync(backups);
  const table = readFileSync(join(deployFolder, 'systemd/room-status.cron'), 'utf8');
  const line = /^15 2 \* \* \* room-status (.*)$/m.exec(table)?.[1] ?? '';
  // Cron replaces `\%` by `%`, so the test does too.
  const command = line.replaceAll('\\%', '%').replaceAll('/backup', backups);
  const old = join(backups, 'rooms-2026-01-01');
  const before = [old, join(backups, 'rooms-recent'), join(backups, 'before-1.1.0')];
  const ageOf = (file: string) => (file.includes('recent') ? 29 : 32) * 86_400;
  for (const file of before) {
    writeFileSync(file, '');
    const at = Date.now() / 1_000 - ageOf(file);
    utimesSync(file, at, at);
  }
  const run = (program: string) => {
    writeFileSync(join(folder, 'room-status'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    return spawnSync('/bin/sh', ['-c', command], { env: { PATH: `${folder}:/usr/bin:/bin` } }).status;
  };
  expect(run('exit 1')).toBe(1);
  expect(existsSync(old), 'kept while there is no newer one').toBe(true);
  expect(run('touch "$2"')).toBe(0);
  expect(readdirSync(backups).filter((name) => !/^rooms-\d{4}-\d\d-\d\d$/.test(name))).toEqual([
    'before-1.1.0',
    'rooms-recent',
  ]);
  expect(existsSync(old)).toBe(false);
  expect(readdirSync(backups)).toHaveLength(3);
  rmSync(folder, { recursive: true });
});
