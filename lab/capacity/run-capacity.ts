/** Prints what so many rooms need. See `npm run capacity -- --help`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAllFigures } from './costs.ts';
import { fillDocument } from '../shared/fill-document.ts';
import type { Scenario } from './scenario.ts';
import { capacityTables, type Wanted, wantedUsually } from './tables.ts';

const { rooms, scenario } = wantedUsually;
const help = `npm run capacity -- [options]

Simulates a day of a cell with the costs in bench/results, and says how many cells so many rooms need.

  --rooms <n>              in all cells together (${rooms})
  --processes <n>          server processes of a cell (${scenario.processes})
  --database-cores <n>     of its PostgreSQL (${scenario.databaseCores})
  --rooms-per-ward <n>     (${scenario.roomsPerWard})
  --viewers-per-ward <n>   boards that are open (${scenario.viewersPerWard})
  --rooms-per-gateway <n>  that say together that they are there (${scenario.roomsPerGateway})
  --heartbeats <way>       lists, or alone: each device by itself (${scenario.heartbeats})
  --retention-days <n>     how long reports are kept (${scenario.retentionDays})
  --seed <n>               of chance (${scenario.seed})
  --write                  brings the tables of docs/capacity.md up to date; with nothing else
`;

const options = {
  rooms: { type: 'string' },
  processes: { type: 'string' },
  'database-cores': { type: 'string' },
  'rooms-per-ward': { type: 'string' },
  'viewers-per-ward': { type: 'string' },
  'rooms-per-gateway': { type: 'string' },
  heartbeats: { type: 'string' },
  'retention-days': { type: 'string' },
  seed: { type: 'string' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const documentFile = join(import.meta.dirname, '../../docs/capacity.md');

const { values } = parseArgs({ options });
if (values.help) console.log(help);
else process.exitCode = await run();

async function run(): Promise<number> {
  const problems: string[] = [];
  const wanted = readWanted(problems);
  if (values.write && JSON.stringify(wanted) !== JSON.stringify(wantedUsually)) {
    problems.push('--write: the document tells of the usual case; leave the other options out');
  }
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    return 1;
  }
  const tables = capacityTables(await readAllFigures(), wanted);
  for (const [name, table] of tables) console.log(`\n${name}\n\n${table}`);
  if (values.write) await writeFile(documentFile, fillDocument(await readFile(documentFile, 'utf8'), tables));
  return 0;
}

function readWanted(problems: string[]): Wanted {
  const count = (name: Exclude<keyof typeof values, 'write' | 'help' | 'heartbeats'>, usual: number): number => {
    const value = Number(values[name] ?? usual);
    if (!(Number.isInteger(value) && value > 0)) problems.push(`--${name}: must be a whole number above 0`);
    return value;
  };
  const own: Scenario = {
    ...scenario,
    processes: count('processes', scenario.processes),
    databaseCores: count('database-cores', scenario.databaseCores),
    roomsPerWard: count('rooms-per-ward', scenario.roomsPerWard),
    viewersPerWard: count('viewers-per-ward', scenario.viewersPerWard),
    roomsPerGateway: count('rooms-per-gateway', scenario.roomsPerGateway),
    heartbeats: readHeartbeats(problems),
    retentionDays: count('retention-days', scenario.retentionDays),
    seed: count('seed', scenario.seed),
  };
  return { rooms: count('rooms', rooms), scenario: own };
}

function readHeartbeats(problems: string[]): Scenario['heartbeats'] {
  const { heartbeats = scenario.heartbeats } = values;
  if (heartbeats === 'lists' || heartbeats === 'alone') return heartbeats;
  problems.push('--heartbeats: must be lists or alone');
  return scenario.heartbeats;
}
