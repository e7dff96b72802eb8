/** From the words of a command line to an exit code. */
import type { Database } from '../../database/database.ts';
import { textForOperator } from '../../shared/operator-error.ts';
import { databaseLocation, describeDatabase } from '../adapters.ts';
import { type Command, CommandError, type Context } from './command.ts';
import { helpOf, overview } from './help.ts';
import { assertSchema, chooseConfig, openData } from './open-data.ts';
import type { Terminal } from './terminal.ts';

/** 0: done, 1: failed, 2: the words make no command. */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await run(commands, words, terminal);
  } catch (error) {
    terminal.progress('');
    terminal.remark(textForOperator(error));
    return error instanceof CommandError ? 2 : 1;
  }
}

async function run(commands: readonly Command[], words: readonly string[], terminal: Terminal): Promise<number> {
  const isDemo = words.includes('--demo') ? true : words.includes('--no-demo') ? false : undefined;
  const rest = words.filter((word) => word !== '--demo' && word !== '--no-demo');
  const [first, second] = rest;
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  const isHelp = rest.some((word) => ['--help', '-h', 'help'].includes(word));
  if (command === undefined) return withoutCommand(commands, rest, isHelp, terminal);
  if (isHelp) {
    terminal.print(helpOf(command));
    return 0;
  }
  const config = chooseConfig(isDemo, command.on);
  const opened: Database[] = [];
  const openAnySchema = async () => {
    const [known] = opened;
    if (known !== undefined) return known;
    const database = await openData(config);
    opened.push(database);
    return database;
  };
  const context: Context = {
    config,
    place: databaseLocation(config),
    terminal,
    now: Date.now(),
    openAnySchema,
    open: async () => {
      const database = await openAnySchema();
      await assertSchema(database, describeDatabase(config));
      return database;
    },
  };
  if (config.demo !== undefined) terminal.remark(`On the demo's data, ${describeDatabase(config)}`);
  try {
    return (await command.run(rest.slice(command.name.split(' ').length), context)) ?? 0;
  } finally {
    for (const database of opened) await database.close();
  }
}

function withoutCommand(
  commands: readonly Command[],
  words: readonly string[],
  isHelp: boolean,
  terminal: Terminal,
): number {
  const [first] = words;
  const family = commands.filter(({ name }) => name.split(' ')[0] === first);
  const text = overview(family.length > 0 ? family : commands);
  if (isHelp || words.length === 0) {
    terminal.print(text);
    return 0;
  }
  const said = words.filter((word) => !word.startsWith('-')).join(' ');
  throw new CommandError(`There is no command "${said}".\n\n${text}`);
}
