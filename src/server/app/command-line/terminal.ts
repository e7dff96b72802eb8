/** Where a command speaks: what was asked for on stdout, all else on stderr, so that pipes stay clean. */
import { createInterface } from 'node:readline/promises';
import { text as readAll } from 'node:stream/consumers';
import { FailedError } from './command.ts';

export interface Terminal {
  /** Whether a person sits before it. */
  readonly isInteractive: boolean;
  print(text: string): void;
  /** A remark that is no part of the answer. */
  remark(text: string): void;
  /** How far long work is, in place of what it said before; on a terminal alone. Empty: away with it. */
  progress(text: string): void;
  /** Asks, with the answer seen. */
  ask(question: string): Promise<string>;
  /** Without echo on a terminal, else the first line of stdin. */
  secret(question: string): Promise<string>;
}

export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  const isInteractive = stdin.isTTY && stderr.isTTY;
  return {
    isInteractive,
    print: (text) => void stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    remark: (text) => void stderr.write(`${text}\n`),
    progress: (text) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${text}`);
    },
    ask: async (question) => {
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
    secret: async (question) => {
      if (!isInteractive) return (await readAll(stdin)).split(/\r?\n/, 1)[0] ?? '';
      stderr.write(question);
      return readHidden();
    },
  };
}

/** In raw mode the terminal shows nothing, and Ctrl-C is a letter like any other. */
function readHidden(): Promise<string> {
  const { stdin, stderr } = process;
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = () => {
      stdin.setRawMode(false).pause().off('data', take);
      stderr.write('\n');
    };
    const take = (part: string) => {
      for (const letter of part) {
        if (letter === '\r' || letter === '\n') {
          end();
          resolve(typed);
          return;
        }
        if (letter === '\u0003' || letter === '\u0004') {
          end();
          reject(new FailedError('Stopped; nothing was changed.'));
          return;
        }
        typed = letter === '\u007f' || letter === '\b' ? Array.from(typed).slice(0, -1).join('') : typed + letter;
      }
    };
    stdin.setRawMode(true).setEncoding('utf8').on('data', take).resume();
  });
}
