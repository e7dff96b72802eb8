import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { type AuditSource, recordAudit } from '../../../audit/record-audit.ts';
import { copyToPostgres } from '../../../maintenance/copy/copy-to-postgres.ts';
import type { SourceTable } from '../../../maintenance/copy/source-tables.ts';
import { openPostgresDatabase } from '../../../database/postgres/database-postgres.ts';
import { describeUrl } from '../../../database/postgres/hosts-of-url.ts';
import { openSqliteDatabase } from '../../../database/sqlite/database-sqlite.ts';
import { validateInput } from '../../../shared/validate-input.ts';
import { sqliteFileOf } from '../../../app/adapters.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatTable } from '../../command-line/format-table.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { DatabaseUrl } from '../../../app/database-url.ts';

const targetOption = '--to';

const help = `
Copies everything: places, device keys, groups, accounts, sessions, the signing keys and every report. The command
refuses to run while a server uses the data, or when the PostgreSQL database has data. It copies in one transaction
and compares the numbers of rows before the commit. The embedded database stays as it is. Other users of the machine can read arguments: leave the password out of
the address and put it into PGPASSWORD or ~/.pgpass. See docs/operating.md.`;

export function addCopyCommand(program: CommandUnknownOpts, { config, open, terminal, source }: CommandContext): void {
  program
    .command('copy')
    .description('Copy the embedded database to an empty PostgreSQL. Stop the server first.')
    .requiredOption(`${targetOption} <url>`, 'address such as postgres://room_status@db.example.org:5432/room_status')
    .addHelpText('after', help)
    .action(async ({ to: url }) => {
      assertAddress(url);
      const file = sqliteFileOf(config());
      if (file === undefined) {
        throw new UsageError(
          'copy: DATABASE_URL is set, so the data are in PostgreSQL already. Unset it for this command.',
        );
      }
      await open();
      const tables = await copyFile({ file, url, by: source }, ({ name, rowCount }, copied) =>
        terminal.progress(`${name}: ${copied} of ${rowCount} rows`),
      );
      terminal.progress('');
      const rows = tables.map(({ name, rowCount }) => [name, String(rowCount)]);
      terminal.print(formatTable(['table', 'rows'], rows));
      terminal.remark(`${file} was copied to ${describeUrl(url)}. Set DATABASE_URL and start the server.`);
    });
}

/**
 * Checks the address without Commander, whose errors repeat an argument that may contain a password. Throws UsageError.
 */
export function assertAddress(url: string): void {
  const result = validateInput(DatabaseUrl, url, targetOption);
  if ('errors' in result)
    throw new UsageError(result.errors.map(({ field, reason }) => `${field}: ${reason}`).join('\n'));
}

interface CopiedFile {
  readonly file: string;
  readonly url: string;
  readonly by: AuditSource;
}

async function copyFile({ file, url, by }: CopiedFile, onProgress: (table: SourceTable, rowCount: number) => void) {
  // Takes the same lock as a server, so that no server can start on the file during the copy.
  const source = await openSqliteDatabase({ file });
  try {
    const target = await openPostgresDatabase({ url, setting: targetOption, poolSize: 2, statementTimeoutMs: 0 });
    try {
      await recordAudit(source.query, {
        ...by,
        action: 'data.copy',
        clientUUID: null,
        after: { to: describeUrl(url) },
      });
      return await copyToPostgres({ source, target, onProgress });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
