/**
 * Messages between the tabs of one browser. A refresh token can be used only once. When two tabs of one session (a
 * duplicated tab) use the same token, the provider treats the token as stolen and ends the session. So before a tab
 * renews, it asks the other tabs whether one of them has already renewed.
 */
import * as z from 'zod/mini';
import type { SessionStore } from './state-machine/session-store.ts';
import { parseSession, serializeSession, type StoredSession } from './state-machine/stored-session.ts';

const Message = z.union([
  /** A tab asks for a newer session with this lineage. An empty lineage asks for any session. */
  z.object({ kind: z.literal('ask'), question: z.string(), lineage: z.string(), generation: z.int() }),
  z.object({ kind: z.literal('answer'), question: z.string(), record: z.string() }),
  z.object({ kind: z.literal('signed-out') }),
]);

export interface OtherTabs {
  /**
   * Resolves to a newer session of another tab, or to undefined when no tab has sent one in time. When a tab without a
   * session gets the answer later, it is signed in then, unless a tab has signed out meanwhile.
   */
  findNewerSession(known: StoredSession | undefined): Promise<StoredSession | undefined>;
  announceSignOut(): void;
}

/** A broadcast channel: a message reaches all tabs of this origin except the sender. */
export interface TabChannel {
  readonly send: (message: unknown) => void;
  readonly listen: (onMessage: (message: unknown) => void) => void;
}

/**
 * How long a tab waits for messages of other tabs, which usually take milliseconds, but longer when a tab is busy. A page
 * without a session shows nothing meanwhile, and then the login.
 */
const answerTimeoutMs = 500;

export function connectOtherTabs(channel: TabChannel, store: SessionStore): OtherTabs {
  const questions = new Map<string, (session: StoredSession | undefined) => void>();

  channel.listen((received) => {
    const message = z.safeParse(Message, received);
    if (!message.success) return;
    switch (message.data.kind) {
      case 'ask': {
        const { question, lineage, generation } = message.data;
        const state = store.state();
        if (state.kind !== 'signed-in') return;
        const isNewer = state.session.lineage === lineage && state.session.generation > generation;
        if (lineage === '' || isNewer) {
          channel.send({ kind: 'answer', question, record: serializeSession(state.session) });
        }
        return;
      }
      case 'answer':
        questions.get(message.data.question)?.(parseSession(message.data.record));
        return;
      case 'signed-out':
        questions.clear();
        store.dispatch({ kind: 'signed-out-elsewhere' });
    }
  });

  function acceptLateAnswer(question: string): void {
    questions.set(question, (session) => {
      questions.delete(question);
      if (session !== undefined) store.dispatch({ kind: 'session-found', session });
    });
  }

  return {
    findNewerSession: async (known) => {
      const question = `${Math.random()}`;
      const answer = await new Promise<StoredSession | undefined>((resolve) => {
        questions.set(question, resolve);
        setTimeout(resolve, answerTimeoutMs, undefined);
        channel.send({ kind: 'ask', question, lineage: known?.lineage ?? '', generation: known?.generation ?? 0 });
      });
      const hasSignedOut = !questions.delete(question);
      if (known === undefined && answer === undefined && !hasSignedOut) acceptLateAnswer(question);
      return answer;
    },
    announceSignOut: () => channel.send({ kind: 'signed-out' }),
  };
}
