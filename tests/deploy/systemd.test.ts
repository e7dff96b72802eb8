/** Checks the systemd unit without starting it, because a start needs systemd as the first process of the machine. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/services/find-programs.mjs';
import { readConfig } from '../../src/server/app/config.ts';
import { deployFolder, readServiceSettings } from './documents.ts';

const root = join(deployFolder, '..');
const unit = readFileSync(join(deployFolder, 'systemd/room-status.service'), 'utf8');
const analyze = findProgram('systemd-analyze', '/usr/bin/systemd-analyze');

test.skipIf(analyze === undefined)(
  '`systemd-analyze` accepts the systemd unit and rates its exposure below 2 of 10',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'room-status-unit-'));
    const file = join(folder, 'room-status.service');
    // The program of the unit is not installed on this machine.
    writeFileSync(file, unit.replaceAll('/srv/room-status/node_modules/.bin/node', '/bin/true'));
    const run = (...words: string[]) => execFileSync(analyze ?? '', words, { encoding: 'utf8', stdio: 'pipe' });
    expect(run('verify', file)).toBe('');
    expect(run('security', '--offline=true', '--threshold=20', file)).toContain('Overall exposure level');
    rmSync(folder, { recursive: true });
  },
);

test('the systemd unit starts the server with the pinned Node, at boot and after every exit', () => {
  const [program = '', file = '', ...args] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  expect(existsSync(join(root, program.replace('/srv/room-status/', '')))).toBe(true);
  expect(existsSync(join(root, file))).toBe(true);
  expect(args).toEqual(['--no-demo']);
  for (const line of ['WantedBy=multi-user.target', 'Restart=always', 'StartLimitIntervalSec=0']) {
    expect(unit.split('\n')).toContain(line);
  }
});

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
    .replace('/srv/room-status/node_modules/.bin/node', addProgram('node', 'echo "$DATA_DIR" "$@"'));
  addProgram('runuser', 'echo "$@"');
  const run = (file: string, variables = {}) =>
    execFileSync(file, ['check'], { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin`, ...variables } });
  const asOther = addProgram('as-other', text);
  expect(run(asOther)).toBe(`-u room-status -- ${asOther} check\n`);
  const asService = addProgram('as-service', text.replace('= room-status ]', `= ${userInfo().username} ]`));
  const command = '/srv/room-status/dist/server/app/room-status.js --no-demo check';
  expect(run(asService)).toBe(`/var/lib/room-status ${command}\n`);
  expect(run(asService, { DATA_DIR: '/tmp/drill' })).toBe(`/tmp/drill ${command}\n`);
  rmSync(folder, { recursive: true });
});
