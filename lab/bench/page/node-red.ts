/** Starts a Node-RED dashboard as a board: a text for each room, and one update a second. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../../scripts/services/service.ts';
import { freePort } from '../../../scripts/services/ports.ts';

const packages = ['node-red@5.0.7', '@flowfuse/node-red-dashboard@1.31.0'];
/** Outside of the dependencies of the project. */
const folder = join(import.meta.dirname, '../../../.cache/node-red');
const program = join(folder, 'node_modules/node-red/red.js');
const statuses = ['in bed', 'out of bed', 'in the bathroom', 'in the room', 'fall'];

/** Installs Node-RED at the first call. Undefined when it cannot be installed. */
export async function startNodeRed(roomCount: number) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(program)) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
    if (spawnSync('npm', args, { cwd: folder, stdio: 'ignore' }).status !== 0) {
      console.warn(`Node-RED is not measured: npm could not install ${packages.join(' and ')}`);
      return undefined;
    }
  }
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flowOf(roomCount)));
  writeFileSync(
    join(folder, 'settings.js'),
    "module.exports = { uiHost: '127.0.0.1', logging: { console: { level: 'warn' } } };",
  );
  const port = await freePort();
  const service = await startService({
    name: 'Node-RED',
    port,
    logFile: join(folder, 'node-red.log'),
    file: process.execPath,
    args: [program, '--userDir', folder, '--port', String(port), join(folder, 'flows.json')],
  });
  return { service, url: `http://127.0.0.1:${port}/dashboard/board` };
}

/** A timer, a function that chooses the next room and its status, and a widget for each room. */
function flowOf(roomCount: number): readonly object[] {
  const rooms = Array.from({ length: roomCount }, (_none, index) => `room-${index + 1}`);
  const choose = `const count = (context.get('count') || 0) + 1;
context.set('count', count);
const messages = Array(${roomCount}).fill(null);
messages[count % ${roomCount}] = { payload: ${JSON.stringify(statuses)}[count % ${statuses.length}] };
return messages;`;
  const colors = { surface: '#fff', primary: '#0094ce', bgPage: '#eee', groupBg: '#fff', groupOutline: '#ccc' };
  // Node-RED takes a node without a place in the flow for a configuration.
  const place = { z: 'flow', x: 0, y: 0 };
  return [
    { id: 'flow', type: 'tab', label: 'Board' },
    { id: 'base', type: 'ui-base', name: 'Dashboard', path: '/dashboard', navigationStyle: 'default' },
    { id: 'theme', type: 'ui-theme', name: 'Theme', colors, sizes: {} },
    {
      id: 'page',
      type: 'ui-page',
      name: 'Board',
      ui: 'base',
      path: '/board',
      layout: 'grid',
      theme: 'theme',
      order: 1,
    },
    { id: 'group', type: 'ui-group', name: 'Rooms', page: 'page', width: 12, height: 1, order: 1, showTitle: true },
    { id: 'timer', type: 'inject', ...place, repeat: '1', once: true, props: [], wires: [['choose']] },
    { id: 'choose', type: 'function', ...place, func: choose, outputs: roomCount, wires: rooms.map((room) => [room]) },
    ...rooms.map((id, index) => ({
      id,
      type: 'ui-text',
      ...place,
      group: 'group',
      order: index + 1,
      width: 3,
      height: 1,
      label: id,
      format: '{{msg.payload}}',
      layout: 'row-spread',
      wires: [],
    })),
  ];
}
