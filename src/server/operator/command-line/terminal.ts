/** The terminal. Results go to stdout, everything else to stderr, so that a pipe contains only results. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { OperatorError } from '../../shared/operator-error.ts';

export interface Terminal {
  /** Whether a person can answer questions. */
  readonly isInteractive: boolean;
  /** Prints a result to stdout. */
  print(text: string): void;
  /** Prints a text that is not a result to stderr. */
  remark(text: string): void;
  /** Replaces the progress line, on a terminal only. An empty text removes it. */
  progress(text: string): void;
  /** Asks a question and shows the answer while it is typed. */
  ask(question: string): Promise<string>;
  /** Asks without echo on a terminal; otherwise returns the first line of stdin. */
  askSecret(question: string): Promise<string>;
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
    ask: (question) => askOnTerminal(question, { hasEcho: true }),
    askSecret: async (question) => {
      if (isInteractive) return askOnTerminal(question, { hasEcho: false });
      return (await readAll(stdin)).split(/\r?\n/, 1)[0] ?? '';
    },
  };
}

async function askOnTerminal(question: string, { hasEcho }: { readonly hasEcho: boolean }): Promise<string> {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (!hasEcho) stderr.write(question);
  const lines = createInterface({ input: stdin, output: hasEcho ? stderr : nowhere, terminal: true });
  try {
    return await lines.question(hasEcho ? question : '');
  } catch (error) {
    // Ctrl-C and Ctrl-D reject with an AbortError.
    throw new OperatorError('Stopped. Nothing was changed.', error);
  } finally {
    lines.close();
    if (!hasEcho) stderr.write('\n');
  }
}
