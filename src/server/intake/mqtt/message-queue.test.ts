import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { IngestItems } from '../ingest-items.ts';
import { createMessageQueue } from './message-queue.ts';
import { parseRoomMessage } from './parse-room-message.ts';

const caller = { keyId: 'k', keyName: 'k', scope: { kind: 'everything' }, ratePerSecond: null } as const;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const passing = new Error('the database is away');
const damaged = new Error('the database is damaged');
const message = (status: string) => ({
  topic: 'roomstatus/harbour/room-1/status',
  payload: Buffer.from(status),
  retainedAt: null,
});

function open(
  take: IngestItems,
  { isPatient = true, beforeStoring }: Partial<Parameters<typeof createMessageQueue>[0]> = {},
) {
  const complaints: string[] = [];
  const queue = createMessageQueue({
    read: parseRoomMessage,
    take,
    isPassing: (error) => error === passing,
    isHopeless: (error) => error !== damaged,
    isPatient,
    ...(beforeStoring !== undefined && { beforeStoring }),
    logRefusal: (said) => void complaints.push(typeof said === 'string' ? said : said.kind),
    log: quiet,
  });
  return { queue, complaints };
}

/** A store that takes its time, and keeps the codes in the order in which it got them. */
function slowStore(failures: (codes: readonly number[]) => Error | undefined = () => undefined) {
  const stored: number[] = [];
  const take: IngestItems = async (items) => {
    const codes = items.flatMap((item) => {
      const incoming = 'incoming' in item ? item.incoming('x') : undefined;
      return incoming?.kind === 'report' ? [incoming.status] : [];
    });
    await wait(2);
    const failure = failures(codes);
    if (failure !== undefined) throw failure;
    stored.push(...codes);
    return items.map(() => ({ outcome: 'accepted' }) as const);
  };
  return { stored, take };
}

test('what comes while others are stored is stored too, in its order', async () => {
  const { stored, take } = slowStore();
  const { queue } = open(take);
  const answers: Promise<string>[] = [];
  for (let code = 0; code < 60; code += 1) {
    answers.push(queue.add(message(String(code)), caller));
    if (code % 5 === 0) await wait(1);
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['taken']));
  expect(stored).toEqual(Array.from({ length: 60 }, (_, code) => code));
});

test('one that nothing can store does not take the others with it', async () => {
  const { stored, take } = slowStore((codes) => (codes.includes(2) ? new Error('no such thing') : undefined));
  const { queue, complaints } = open(take);
  const answers = await Promise.all(['1', '2', '3'].map((code) => queue.add(message(code), caller)));
  expect(answers).toEqual(['taken', 'dropped', 'taken']);
  expect([stored, complaints]).toEqual([[1, 3], ['failed']]);
});

test('nothing is given up for what is the fault of the database, though it does not pass by itself', async () => {
  let tries = 0;
  const { stored, take } = slowStore(() => ((tries += 1) < 4 ? damaged : undefined));
  const { queue, complaints } = open(take);
  const answers = await Promise.all(['1', '2'].map((code) => queue.add(message(code), caller)));
  expect([answers, stored, complaints]).toEqual([['taken', 'taken'], [1, 2], []]);
  await expect(open(slowStore(() => damaged).take, { isPatient: false }).queue.add(message('3'), caller)).rejects.toBe(
    damaged,
  );
});

test('a patient one waits for the database, an impatient one is told at once', async () => {
  let tries = 0;
  const { stored, take } = slowStore(() => ((tries += 1) < 3 ? passing : undefined));
  await expect(open(take, { isPatient: false }).queue.add(message('1'), caller)).rejects.toBe(passing);
  await expect(open(take).queue.add(message('2'), caller)).resolves.toBe('taken');
  expect(stored).toEqual([2]);
});

test('closing finishes what can be stored, and gives back what cannot', async () => {
  const { queue } = open(slowStore(() => passing).take);
  const answer = queue.add(message('1'), caller);
  const given = expect(answer).rejects.toBe(passing);
  await queue.close();
  await given;
});

test('a topic that nothing reads is dropped with a reason', async () => {
  const { queue, complaints } = open(slowStore().take);
  expect(await queue.add({ ...message('1'), topic: 'garden/gate' }, caller)).toBe('dropped');
  expect(complaints).toEqual(['foreign-topic']);
});

test('what will come again is not stored, though that comes out only as it is about to be', async () => {
  const { stored, take } = slowStore();
  const [first, second] = [{}, {}];
  const { queue } = open(take, { beforeStoring: async () => queue.forget(first) });
  const forgotten = queue.add(message('1'), caller, first);
  const answers = Promise.all([queue.add(message('2'), caller, second), queue.add(message('3'), caller)]);
  await expect(forgotten).rejects.toThrow('it will come again');
  expect(await answers).toEqual(['taken', 'taken']);
  expect(stored).toEqual([2, 3]);
  await queue.close();
  expect(queue.size()).toBe(0);
});
