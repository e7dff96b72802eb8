/** The messages that the broker should retain, and which of them wait to be published. The newest of a topic wins. */

export interface RetainedMessage {
  readonly topic: string;
  /** Empty: the broker deletes the retained message. */
  readonly payload: string;
}

export type RetainedMessages = ReturnType<typeof createRetainedMessages>;

export function createRetainedMessages() {
  const wanted = new Map<string, string>();
  /** The topics to publish, in the order of their first change. */
  const waiting = new Set<string>();
  let onChange: () => void = () => undefined;

  function publish(topic: string): void {
    waiting.add(topic);
    onChange();
  }

  return {
    has: (topic: string) => wanted.has(topic),
    payloadOf: (topic: string) => wanted.get(topic),
    set: (topic: string, payload: string): void => {
      if (wanted.get(topic) === payload) return;
      wanted.set(topic, payload);
      publish(topic);
    },
    /** Deletes the message of the topic at the broker, also if this process has not published it. */
    remove: (topic: string): void => {
      wanted.delete(topic);
      publish(topic);
    },
    /** Publishes the topic again. */
    publish,
    /** Publishes all messages again. The message of `last` follows when all others are published. */
    publishAll: (last: string): void => {
      for (const topic of wanted.keys()) if (topic !== last) waiting.add(topic);
      waiting.delete(last);
      publish(last);
    },
    /** Takes the messages that wait the longest. */
    take: (maxCount: number): readonly RetainedMessage[] => {
      const taken: RetainedMessage[] = [];
      for (const topic of waiting) {
        if (taken.length === maxCount) break;
        waiting.delete(topic);
        taken.push({ topic, payload: wanted.get(topic) ?? '' });
      }
      return taken;
    },
    /** Calls the listener whenever a message begins to wait. There is one listener. */
    onChange: (listener: () => void): void => {
      onChange = listener;
    },
  };
}
