/** The topics of a preset: levels, `{role}` for what a room has in that role, `+` for one level and `#` for the rest. */
import { matchesFilter } from '../mqtt/topics.ts';
import type { RoomNames } from './values.ts';

/** For a subscription. */
export function toTopicFilter(pattern: string): string {
  return pattern.replace(/\{\w+\}/g, '+');
}

/** Whether a topic has this form, whatever the names in it. */
export function matchesPattern(pattern: string, topic: string): boolean {
  return matchesFilter(toTopicFilter(pattern), topic);
}

/** Whether a topic of this form is about the room; `true` where the form says nothing of rooms. */
export function isTopicOfRoom(pattern: string, topic: string, names: RoomNames): boolean {
  return readRoles(pattern, topic).every(({ role, name }) => names[role] === name);
}

/** What a topic of this form has in the places of the roles. */
export function readRoles(pattern: string, topic: string): readonly { readonly role: string; readonly name: string }[] {
  const levels = topic.split('/');
  return pattern.split('/').flatMap((level, index) => {
    const role = /^\{(\w+)\}$/.exec(level)?.[1];
    return role === undefined ? [] : [{ role, name: levels[index] ?? '' }];
  });
}
