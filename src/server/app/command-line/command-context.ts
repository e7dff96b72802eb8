/** The context of every command: terminal, time, configuration and database. Each is opened only when it is needed. */
import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { operatorActor } from '../../audit/audit-actors.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { readSchemaVersion, schemaVersion } from '../../database/migrations/migrate.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { OperatorError, textForOperator } from '../../shared/operator-error.ts';
import { databaseFileOf, describeDatabase, openDatabaseForCommand } from '../adapters.ts';
import { type Config, readConfig } from '../config.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The person who runs the command, for the audit log. */
  readonly source: AuditSource;
  /**
   * The configuration for the data of a home or of the demo. `isHomeDefault`: without `--demo` the data of the home are
   * used. The first call chooses, and later calls return the same configuration.
   * Throws UsageError when both have data and the operator chose neither.
   */
  readonly config: (options?: { readonly isHomeDefault: boolean }) => Config;
  /** Opens the database beside a running server. Throws OperatorError without data, or with another schema version. */
  readonly open: () => Promise<Database>;
  /** Like `open`, with any schema version. */
  readonly openAnySchema: () => Promise<Database>;
  /** Ends the process with exit code 1 without a message: the printed result says what is wrong. */
  readonly fail: () => void;
  readonly exitCode: () => 0 | 1;
  /** The text of an error for the terminal. An error of the database says what to do. */
  readonly explain: (error: unknown) => string;
  /** Closes the database if a command opened it. */
  readonly close: () => Promise<void>;
}

interface ContextOptions {
  readonly terminal: Terminal;
  /** The settings. Undefined: the environment variables of the process. */
  readonly variables: Readonly<Record<string, string>> | undefined;
  /** True for the option `--demo`, false for `--no-demo`, undefined without either. */
  readonly isDemo: () => boolean | undefined;
}

export function createCommandContext({ terminal, variables, isDemo }: ContextOptions): CommandContext {
  let chosen: Config | undefined;
  let exitCode: 0 | 1 = 0;
  let opened: Database | undefined;
  const now = Date.now();

  function config({ isHomeDefault } = { isHomeDefault: false }): Config {
    if (chosen === undefined) {
      chosen = chooseConfig(variables, isDemo(), isHomeDefault);
      if (chosen.demo !== undefined) terminal.remark(`Using the demo's data, ${describeDatabase(chosen)}`);
    }
    return chosen;
  }

  async function openAnySchema(): Promise<Database> {
    opened ??= await openExisting(config());
    return opened;
  }

  return {
    terminal,
    now,
    source: { actor: operatorActor(), at: now },
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
      if (opened?.isFailure(error) !== true) return textForOperator(error);
      return `The data in ${describeDatabase(config())} ${adviceFor(error, opened)}`;
    },
    close: async () => opened?.close(),
  };
}

function chooseConfig(
  variables: ContextOptions['variables'],
  isDemo: boolean | undefined,
  isHomeDefault: boolean,
): Config {
  const home = readConfig(variables, ['--no-demo']);
  const demo = readConfig(variables, ['--demo']);
  if (isDemo === true && demo.demo === undefined) throw new UsageError('--demo: with OIDC_ISSUER there is no demo.');
  if (isDemo !== undefined) return isDemo ? demo : home;
  const [homeFile, demoFile] = [databaseFileOf(home), databaseFileOf(demo)];
  if (isHomeDefault || demo.demo === undefined || homeFile === undefined || demoFile === undefined) return home;
  if (!existsSync(demoFile)) return home;
  if (!existsSync(homeFile)) return demo;
  throw new UsageError(
    `There are data of a home at ${homeFile} and of the demo at ${demoFile}: add --no-demo or --demo.`,
  );
}

/** The end of the sentence "The data in ...". */
function adviceFor(error: unknown, database: Database): string {
  const reason = errorMessage(error);
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
  const start = config.demo === undefined ? 'npm start -- --no-demo' : 'npm start';
  throw new OperatorError(
    `There are no data at ${describeDatabase(config)} yet: start the server once (\`${start}\`).`,
  );
}

/** Throws OperatorError for another schema version. Commands never migrate, because an older server may use the data. */
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
