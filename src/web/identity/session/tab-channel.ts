/**
 * The other tabs of this browser. They matter because a refresh token may be used once: two tabs of
 * one sign-in (a duplicated tab) must not both renew with the same one, or the provider takes it for
 * stolen and ends the sign-in. So before a tab renews, it asks whether another already did.
 */
import * as z from 'zod/mini';
import { readRecord, writeRecord, type SessionRecord } from './stored-session.ts';

const Message = z.union([
  /** Who has a newer record of this lineage? An empty lineage: who is signed in at all? */
  z.object({ kind: z.literal('ask'), question: z.string(), lineage: z.string(), generation: z.int() }),
  z.object({ kind: z.literal('answer'), question: z.string(), record: z.string() }),
  z.object({ kind: z.literal('signed-out') }),
]);

export interface SiblingTabs {
  /** The newer record of another tab, if one answers in time. */
  ask(known: SessionRecord | undefined): Promise<SessionRecord | undefined>;
  tellSignedOut(): void;
}

/** What is sent reaches all tabs of this origin but the one that sends. */
export interface TabChannel {
  readonly send: (message: unknown) => void;
  readonly listen: (onMessage: (message: unknown) => void) => void;
}

export interface SiblingTabsOptions {
  readonly channel: TabChannel;
  readonly current: () => SessionRecord | undefined;
  readonly onSignedOut: () => void;
}

/** Tabs of the same browser answer within a few milliseconds, or not at all. */
const answerWithinMs = 150;

export function joinSiblingTabs({ channel, current, onSignedOut }: SiblingTabsOptions): SiblingTabs {
  const questions = new Map<string, (record: SessionRecord | undefined) => void>();

  channel.listen((received) => {
    const message = z.safeParse(Message, received);
    if (!message.success) return;
    switch (message.data.kind) {
      case 'ask': {
        const { question, lineage, generation } = message.data;
        const own = current();
        const helps = own !== undefined && (lineage === '' || (own.lineage === lineage && own.generation > generation));
        if (helps) channel.send({ kind: 'answer', question, record: writeRecord(own) });
        return;
      }
      case 'answer':
        questions.get(message.data.question)?.(readRecord(message.data.record));
        return;
      case 'signed-out':
        onSignedOut();
    }
  });

  return {
    ask: async (known) => {
      const question = `${Math.random()}`;
      const answer = await new Promise<SessionRecord | undefined>((resolve) => {
        questions.set(question, resolve);
        setTimeout(resolve, answerWithinMs, undefined);
        channel.send({ kind: 'ask', question, lineage: known?.lineage ?? '', generation: known?.generation ?? 0 });
      });
      questions.delete(question);
      return answer;
    },
    tellSignedOut: () => channel.send({ kind: 'signed-out' }),
  };
}
