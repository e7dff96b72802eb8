/** Runs the commands of docs/connect-equipment.md as an installer would. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const guide = readFileSync(join(import.meta.dirname, '../../../docs/connect-equipment.md'), 'utf8');

export interface GuideParameters {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly deviceKey: string;
  /** uuid of the stream. Replaces the room of the guide. */
  readonly room: string;
}

/** Runs the first command that starts with `start`, with the given parameters in place of those of the guide. Returns its output. */
export async function runGuideCommand(start: string, names: GuideParameters): Promise<string> {
  const line = guide.split('\n').find((one) => one.startsWith(start));
  if (line === undefined) throw new Error(`the guide has no command that starts with ${start}`);
  const own = line
    .replaceAll('http://localhost:3001', `http://localhost:${names.httpPort}`)
    .replaceAll('KEY', names.deviceKey)
    .replaceAll('-p 1883', `-p ${names.mqttPort}`)
    .replaceAll('room-101', names.room);
  return (await run('sh', ['-c', own])).stdout;
}

/** Both commands report "out of bed". */
export const httpCommand = 'curl -X POST http://localhost:3001/api/reports';
export const mqttCommand = 'mosquitto_pub -h localhost';
