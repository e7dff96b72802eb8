/**
 * The context of every command: terminal, time, configuration and database. Configuration and database are opened only
 * when they are needed.
 */
import { inspect } from 'node:util';
import { createOperatorActor } from '../../audit/audit-actors.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { readSchemaVersion, schemaVersion } from '../../database/migrations/migrate.ts';
import { errorMessageOf } from '../../shared/error-message.ts';
import { OperatorError, describeForOperator } from '../../shared/operator-error.ts';
import { describeDatabase, openDatabaseForCommand } from '../../app/adapters.ts';
import { type Config, readConfig } from '../../app/config.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The person who runs the command, for the audit log. */
  readonly source: AuditSource;
  /** Returns the configuration of the home, or with `--demo` of the demo. Throws UsageError without a demo. */
  readonly config: () => Config;
  /** Opens the database beside a running server. Throws OperatorError without data, or with another schema version. */
  readonly open: () => Promise<Database>;
  /** Like `open`, with any schema version. */
  readonly openAnySchema: () => Promise<Database>;
  /** Makes the process end with exit code 1 without a message, because the printed result says what is wrong. */
  readonly fail: () => void;
  readonly exitCode: () => 0 | 1;
  /** Returns the text of an error for the terminal. For an error of the database it includes advice. */
  readonly explain: (error: unknown) => string;
  /** Closes the database if the command has opened it. */
  readonly close: () => Promise<void>;
}

interface ContextOptions {
  readonly terminal: Terminal;
  /** The settings. Undefined: those of the environment. */
  readonly variables: Readonly<Record<string, string>> | undefined;
  /** Whether the option `--demo` is given. */
  readonly isDemo: () => boolean;
}

export function createCommandContext({ terminal, variables, isDemo }: ContextOptions): CommandContext {
  let chosen: Config | undefined;
  let exitCode: 0 | 1 = 0;
  let opened: Database | undefined;
  const now = Date.now();

  function config(): Config {
    chosen ??= readConfig(variables, [isDemo() ? '--demo' : '--no-demo']);
    if (isDemo() && !chosen.isDemo) throw new UsageError('--demo: with OIDC_ISSUER there is no demo.');
    return chosen;
  }

  async function openAnySchema(): Promise<Database> {
    opened ??= await openExisting(config());
    return opened;
  }

  return {
    terminal,
    now,
    source: { actor: createOperatorActor(), at: now },
    config,
    openAnySchema,
    open: async () => {
      const database = await openAnySchema();
      await assertSchema(database, describeDatabase(config()));
      return database;
    },
    fail: () => {
      exitCode = 1;
    },
    exitCode: () => exitCode,
    explain: (error) => {
      if (opened?.isFailure(error) !== true) return describeForOperator(error);
      return `The data in ${describeDatabase(config())} ${adviceFor(error, opened)}`;
    },
    close: async () => opened?.close(),
  };
}

/** Advice about an error of the database. It follows "The data in ...". */
function adviceFor(error: unknown, database: Database): string {
  const reason = errorMessageOf(error);
  if (database.isDamaged(error)) {
    return `are damaged (${reason}). Stop the server and restore a backup: see docs/operating.md.`;
  }
  if (database.isFull(error)) return `are on a full disk (${reason}). Free some space and run the command again.`;
  if (database.isUnavailable(error)) return `cannot be used right now (${reason}). Run the command again.`;
  return `cannot be used: ${inspect(error)}`;
}

async function openExisting(config: Config): Promise<Database> {
  const database = await openDatabaseForCommand(config);
  if (database !== undefined) return database;
  const start = config.isDemo ? 'npm start' : 'npm start -- --no-demo';
  throw new OperatorError(
    `There are no data at ${describeDatabase(config)} yet: start the server once (\`${start}\`).`,
  );
}

/**
 * Throws OperatorError for another schema version. Commands never migrate, because an older server may be using the
 * data.
 */
async function assertSchema(database: Database, place: string): Promise<void> {
  const version = await readSchemaVersion(database);
  if (version === schemaVersion) return;
  if (version === 0) {
    throw new OperatorError(`There are no data of Room Status in ${place} yet: start the server once.`);
  }
  const found = `The data in ${place} have schema version ${version}`;
  throw new OperatorError(
    version < schemaVersion
      ? `${found}, this build needs version ${schemaVersion}: start the server of this build once, which migrates them.`
      : `${found}, this build knows only version ${schemaVersion}: use the newer build.`,
  );
}

/** Throws OperatorError when users sign in at an external provider. */
export function assertEmbeddedProvider({ config }: Pick<CommandContext, 'config'>): void {
  const { identity } = config();
  if (identity.kind === 'embedded') return;
  throw new OperatorError(`Users sign in at ${identity.issuer}. Manage their accounts and its keys there.`);
}
