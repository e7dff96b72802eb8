/**
 * Topic patterns of a preset: `{role}` matches one level, the name of a room in that role; `+` matches one level and
 * `#` all remaining levels.
 */
import { matchesFilter } from '../mqtt/topics.ts';
import type { Preset, PresetMessage } from './preset.ts';
import type { RoomNames } from './values.ts';

/** A preset message whose topic pattern matches a topic. */
export interface MatchedMessage {
  readonly message: PresetMessage;
  readonly pattern: string;
}

/** The messages of a preset for a topic, with any name in place of the roles. */
export function matchMessages({ messages }: Preset, topic: string): readonly MatchedMessage[] {
  return messages.flatMap((message) => {
    const pattern = patternsOf(message).find((one) => matchesFilter(toTopicFilter(one), topic));
    return pattern === undefined ? [] : [{ message, pattern }];
  });
}

/** The MQTT topic filters that a preset subscribes to, each once. */
export function topicFiltersOf({ messages }: Preset): readonly string[] {
  return [...new Set(messages.flatMap(patternsOf).map(toTopicFilter))];
}

function patternsOf({ topic }: PresetMessage): readonly string[] {
  return [topic].flat();
}

function toTopicFilter(pattern: string): string {
  return pattern.replace(/\{\w+\}/g, '+');
}

/** Whether all roles in a matching topic have the names of this room. Always true for a pattern without roles. */
export function isTopicOfRoom(pattern: string, topic: string, names: RoomNames): boolean {
  return readRoles(pattern, topic).every(({ role, name }) => names[role] === name);
}

/** The names that a matching topic has in place of the roles. */
export function readRoles(pattern: string, topic: string): readonly { readonly role: string; readonly name: string }[] {
  const levels = topic.split('/');
  return pattern.split('/').flatMap((level, index) => {
    const role = /^\{(\w+)\}$/.exec(level)?.[1];
    return role === undefined ? [] : [{ role, name: levels[index] ?? '' }];
  });
}
