/**
 * One of several processes that share the messages of a broker. Each says in the database every few seconds that it
 * lives; what waits at the broker for one that no longer does is taken by another.
 */
import { pause } from '../message-queue.ts';
import type { SessionRegistry } from './session-registry.ts';
import { createLookForSilence, type SilenceTimes, type SilentSession } from './silent-sessions.ts';

/** A stop does not wait longer for the database. */
const patienceMs = 3_000;

export interface SharingOptions {
  readonly registry: SessionRegistry;
  readonly clientId: string;
  /** Of what this process subscribes to. */
  readonly filters: readonly string[];
  readonly times: SilenceTimes;
  /** Takes what waits there and ends the session: how many messages it were. Throws when it had to give up. */
  readonly adopt: (session: SilentSession, isOurs: () => Promise<boolean>, signal: AbortSignal) => Promise<number>;
  /** Only goes forward. Milliseconds. */
  readonly monotonic: () => number;
  readonly log: { warn(details: object, message: string): void };
}

export interface Sharing {
  /**
   * Whether the others know that this process lives, so that it may have a session. False when the database has been
   * away for so long that another may have taken it over.
   */
  isKnown(): Promise<boolean>;
  /** Before anything is stored: that nobody else may store the same. Throws what the database throws. */
  makeSure(): Promise<void>;
  /** Told when it comes out that another process has taken over our session, or is about to. */
  onTaken(tell: () => void): void;
  /** Takes nothing over from now on. True: others have what is published from now on, so that our share can go. */
  leave(): Promise<boolean>;
  /** Our session has ended: nobody has to look after it. */
  left(): Promise<void>;
}

export function startSharing(options: SharingOptions): Sharing {
  const { registry, clientId, filters, times, adopt, monotonic, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = createLookForSilence(times);
  const adopting = new Map<string, Promise<void>>();
  let isMissed = false;
  let isSaid = false;
  let saying: Promise<void> | undefined;
  let saidAt = -Infinity;
  let tellTaken: () => void = () => undefined;

  async function sayOnce(): Promise<void> {
    const askedAt = monotonic();
    if (!(await registry.keep(clientId))) {
      await registry.say(clientId, filters);
      if (isSaid) tellTaken();
    }
    isSaid = true;
    saidAt = askedAt;
  }

  function say(): Promise<void> {
    saying ??= sayOnce().finally(() => {
      saying = undefined;
    });
    return saying;
  }

  async function lookAfterOthers(): Promise<void> {
    const others = (await registry.all()).filter((one) => one.clientId !== clientId && !adopting.has(one.clientId));
    for (const session of look(others, monotonic())) {
      const work = takeOver(session).finally(() => adopting.delete(session.clientId));
      adopting.set(session.clientId, work);
    }
  }

  async function takeOver(session: SilentSession): Promise<void> {
    const details = { clientId: session.clientId };
    try {
      if (signal.aborted || !(await registry.claim(session))) return;
      log.warn(details, 'a process is gone: what its session at the MQTT broker still holds is taken over');
      const messages = await adopt(session, () => registry.keep(session.clientId), signal);
      await registry.remove(session.clientId);
      log.warn({ ...details, messages }, 'the session of a process that is gone was taken over and ended');
    } catch (error) {
      // Whoever finds it silent again tries again: we, too.
      if (!signal.aborted) log.warn({ ...details, err: error }, 'the session of a process that is gone was not ended');
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await say();
        await lookAfterOthers();
        isMissed = false;
      } catch (error) {
        if (!isMissed) log.warn({ err: error }, 'the other processes cannot be told that this one lives');
        isMissed = true;
      }
      await pause(times.everyMs, signal);
    }
  }

  async function leave(): Promise<boolean> {
    await Promise.all([running, ...adopting.values()]);
    return registry.leave(clientId);
  }

  const running = run();
  return {
    isKnown: async () => {
      const until = monotonic() + times.silentMs;
      while (!signal.aborted && monotonic() < until) {
        try {
          await say();
          return true;
        } catch {
          // What is wrong is said by the loop.
          await pause(times.everyMs, signal);
        }
      }
      return false;
    },
    makeSure: async () => {
      if (monotonic() - saidAt >= times.silentMs - times.everyMs) await say();
    },
    onTaken: (tell) => {
      tellTaken = tell;
    },
    leave: async () => {
      stopping.abort();
      // While the database is away nobody can know: our session stays, and is taken over.
      const answered = new AbortController();
      const outOfPatience = pause(patienceMs, answered.signal).then(() => false);
      const hasOthers = await Promise.race([leave().catch(() => false), outOfPatience]);
      answered.abort();
      return hasOthers;
    },
    left: () => registry.remove(clientId).catch(() => undefined),
  };
}
