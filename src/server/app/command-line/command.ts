/** What a command of the operator is. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Database } from '../../database/database.ts';
import type { Config } from '../config.ts';
import type { Terminal } from './terminal.ts';
import { OperatorError } from '../../shared/operator-error.ts';

/** The words make no command: exit code 2. The message says why. */
export class CommandError extends OperatorError {}

/** It could not be done: exit code 1. The message says why, for people. */
export class FailedError extends OperatorError {}

/** Where the data are. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

export interface Context {
  readonly config: Config;
  readonly place: DatabaseLocation;
  /** Opened beside a running server, at the first call; of this build's schema. Throws FailedError. */
  readonly open: () => Promise<Database>;
  /** Like `open`, of whatever schema. */
  readonly openAnySchema: () => Promise<Database>;
  readonly terminal: Terminal;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Options = NonNullable<ParseArgsConfig['options']>;

export interface Command {
  /** One word or two. */
  readonly name: string;
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The rest of its help. */
  readonly details: string;
  /** `home`: never the demo's data unless that is said. */
  readonly on: 'whichever' | 'home';
  /** Exit code; without one: 0. */
  run(words: readonly string[], context: Context): Promise<number | void>;
}

type Given<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/** `most`: how many words without a dash it takes at most. */
export function defineCommand<const T extends Options>(definition: {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly details: string;
  readonly on?: Command['on'];
  readonly options: T;
  readonly most: number;
  readonly run: (given: Given<T>, context: Context) => Promise<number | void>;
}): Command {
  const { name, usage, summary, details, on = 'whichever', options, most, run } = definition;
  return {
    name,
    usage,
    summary,
    details,
    on,
    run: (words, context) => {
      const given = parse(name, words, options);
      const extra = given.positionals[most];
      if (extra !== undefined) throw new CommandError(`${name}: "${extra}" is one word too many.`);
      return run(given, context);
    },
  };
}

function parse<T extends Options>(name: string, words: readonly string[], options: T): Given<T> {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    // The package goes on about words that begin with a dash, which is not what was meant.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ', 1);
    throw new CommandError(`${name}: ${reason}. ${name} --help says what there is.`);
  }
}
