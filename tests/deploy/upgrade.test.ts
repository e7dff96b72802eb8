import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { schemaVersion } from '../../src/server/database/migrations/migrate.ts';
import { deployFolder } from './documents.ts';

const root = join(deployFolder, '..');

/** Returns the commands of the chapter about upgrades, one text for each block. */
function readCommands(): readonly string[] {
  const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const chapter = /^## Upgrading and going back$(.*?)^## /ms.exec(guide)?.[1] ?? '';
  return [...chapter.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
}

function linkVersion(folder: string, names: readonly string[]): void {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const name of names) symlinkSync(join(root, name), join(folder, name));
  symlinkSync(process.execPath, join(folder, 'dist/node'));
}

/** Copies the built server and adds a migration, as a next version would have. */
function addNextVersion(folder: string): void {
  linkVersion(folder, ['dist/web', 'package.json']);
  const server = join(folder, 'dist/server');
  cpSync(join(root, 'dist/server'), server, { recursive: true });
  const migration = 'create table of_the_next_version (id integer primary key);\n';
  writeFileSync(join(server, 'database/migrations/999-next.sql'), migration);
  for (const file of globSync(join(server, '{app,chunks}/*.js'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(migrations = \[[^\]]*?)\s*\]/, '$1, "999-next.sql"]'));
  }
}

/** A shell in which `systemctl` starts the server in the background, with the settings of the service. */
const prelude = `set -eu
npm() { echo "npm $*"; }
cp() { echo "cp $*"; }
rm() { echo "rm $*"; }
systemctl() {
  if [ "$1" = stop ]; then kill "$SERVER"; wait "$SERVER" || true; return; fi
  (set -a; . /etc/room-status/settings; cd /srv/room-status; exec node dist/server/app/main.js --no-demo) >> /log 2>&1 &
  SERVER=$!
  for _ in $(seq 600); do curl -sf "$HEALTH" > /dev/null && return; sleep 0.1; done
  cat /log; exit 1
}
report() { curl -sf "$REPORTS" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"room": "room-1", "status": "in_bed"}'; echo; }
trap 'kill "$SERVER" 2> /dev/null || true' EXIT
`;

test('the documented upgrade commands migrate the data, and the documented rollback commands restore the data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-upgrade-'));
  const inFolder = (text: string) =>
    text.replaceAll(/(?<![\w./$}"])\/(?=srv|etc|backup|log\b)|(?<=")\/(?=backup)/g, `${folder}/`);
  const port = await freePort();
  linkVersion(join(folder, 'srv/room-status-1.0.0'), ['dist/server', 'dist/web', 'package.json']);
  addNextVersion(join(folder, 'srv/room-status-1.1.0'));
  symlinkSync(join(folder, 'srv/room-status-1.0.0'), join(folder, 'srv/room-status'));
  for (const name of ['etc/room-status', 'backup', 'data', 'bin']) mkdirSync(join(folder, name), { recursive: true });
  const settings = `DATA_DIR=${join(folder, 'data')}\nPORT=${port}\nLOG_LEVEL=silent\n`;
  writeFileSync(join(folder, 'etc/room-status/settings'), settings);
  const wrapper = readFileSync(join(deployFolder, 'systemd/room-status'), 'utf8');
  const command = join(folder, 'bin/room-status');
  writeFileSync(command, inFolder(wrapper).replace('= room-status ]', `= ${userInfo().username} ]`));
  chmodSync(command, 0o755);
  writeFileSync(join(folder, 'backup/home.csv'), 'client,location,ward,displayName\nA,House,Ward X,Room 1\n');

  const [install = '', upgrade = '', goBack = ''] = readCommands();
  const prepare = `systemctl start
room-status import /backup/home.csv
KEY=$("$NODE" --input-type=module -e "$SEED_KEY")
report
`;
  const count = (name: string) => `echo ${name}; room-status backup /backup/${name}\n`;
  const script = [
    prelude,
    prepare,
    install,
    upgrade,
    'report\n',
    count('upgraded'),
    goBack,
    count('restored'),
    'report\n',
  ];
  const env = {
    PATH: `${join(folder, 'bin')}:${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    HEALTH: `http://localhost:${port}/health`,
    NODE: process.execPath,
    SEED_KEY: `import { seedDeviceKey } from '${join(root, 'tests/support/app/seed-data.ts')}';
      process.stdout.write(await seedDeviceKey({ DATA_DIR: '${join(folder, 'data')}' }));`,
    REPORTS: `http://localhost:${port}/api/reports`,
  };
  const output = await new Promise<string>((resolve, reject) => {
    execFile('bash', ['-c', inFolder(script.join(''))], { env, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${stdout}\n${stderr}`));
    });
  });
  rmSync(folder, { recursive: true, force: true });
  expect(output).toMatch(/npm run build\ncp -L node_modules\/.bin\/node dist\/node\nrm -r node_modules\n/);
  const [before = '', after = '', restored = ''] = output.split(/^(?:upgraded|restored)$/m);
  expect(before).toContain(`schema version ${schemaVersion}.`);
  expect(before).toMatch(new RegExp(`ok +schema +version ${schemaVersion + 1}`));
  expect(after).toContain(` 2 reports, 1 keys, schema version ${schemaVersion + 1}.`);
  expect(after).toContain('The previous database is kept at');
  expect(after).toMatch(new RegExp(`ok +schema +version ${schemaVersion}\\n`));
  expect(restored).toContain(` 1 reports, 1 keys, schema version ${schemaVersion}.`);
  expect(restored).toContain('"outcome":"accepted"');
});
