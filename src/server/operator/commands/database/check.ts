import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { dirname } from 'node:path';
import { sqliteFileOf } from '../../../app/adapters.ts';
import { readFreeBytes } from '../../../database/sqlite/reserve-file.ts';
import { checkData, type DataCheckResult } from '../../../maintenance/check-data.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatTable } from '../../command-line/format-table.ts';

const gibibyte = 1024 ** 3;

const help = `
These can be wrong: schema, integrity, references, a room that shows another status than its last report, an open
alert that differs from the history of alerts, an audit log that can be changed, disk space. The first error of the
schema or the integrity ends the check.`;

export function addCheckCommand(program: CommandUnknownOpts, context: CommandContext): void {
  program
    .command('check')
    .description('Check the data. Exit code 1 if something is wrong.')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async ({ json }) => {
      const config = context.config();
      const data = await checkData(await context.openAnySchema(), config.isDemo);
      const file = sqliteFileOf(config);
      // The disk of PostgreSQL is not checked, because it is usually on another machine.
      const findings = file === undefined ? data : [...data, checkDisk(file)];
      const rows = findings.map(({ what, verdict, detail }) => [verdict, what, detail]);
      context.terminal.print(
        json === true ? JSON.stringify(findings, null, 2) : formatTable(['verdict', 'what', 'detail'], rows),
      );
      if (findings.some(({ verdict }) => verdict === 'wrong')) context.fail();
    });
}

function checkDisk(file: string): DataCheckResult {
  const free = readFreeBytes(file);
  const detail = `${(free / gibibyte).toFixed(1)} GiB free in ${dirname(file)}`;
  return { what: 'disk', verdict: free < gibibyte ? 'wrong' : 'ok', detail };
}
