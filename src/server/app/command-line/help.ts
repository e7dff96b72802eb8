/** What can be done, and how one says it. */
import type { Command } from './command.ts';

const ends = `Exit codes: 0 done, 1 failed or something is wrong, 2 the words make no command.`;

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: npm run room-status -- COMMAND

${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

COMMAND --help says more of each. With \`npm run --silent\` stdout holds the answer alone.

Works beside a running server, on its data: with DATABASE_URL on that database, else on the file in DATA_DIR.
Where that folder holds both the demo's data and those of a home, say --demo or --no-demo.
What was asked for goes to stdout, remarks and progress go to stderr.
${ends}`;
}

export function helpOf({ name, usage, summary, details }: Command): string {
  return `Usage: npm run room-status -- ${`${name} ${usage}`.trim()} [--demo | --no-demo]

${summary}

${details}

${ends}`;
}
