/** The product's own topics, `roomstatus/{location}/{room}/status` and `.../availability`, and topic filters. */

const topicRoot = 'roomstatus';

export interface RoomTopic {
  /** The alias or the uuid of the location; `room` likewise. */
  readonly location: string;
  readonly room: string;
  readonly kind: 'status' | 'availability';
}

/** Filters that match the topics of all rooms. */
export const roomTopicFilters = [`${topicRoot}/+/+/status`, `${topicRoot}/+/+/availability`];

/** Parses the topic of a room. Undefined: the topic is not one of a room. */
export function parseRoomTopic(topic: string): RoomTopic | undefined {
  const [root, location = '', room = '', kind, ...more] = topic.split('/');
  if (root !== topicRoot || location === '' || room === '' || more.length > 0 || hasWildcard(topic)) return undefined;
  return kind === 'status' || kind === 'availability' ? { location, room, kind } : undefined;
}

/** Whether a filter matches a topic. `+` matches one level, `#` the rest (MQTT 3.1.1, section 4.7). */
export function matchesFilter(filter: string, topic: string): boolean {
  const filterLevels = filter.split('/');
  const levels = topic.split('/');
  // A wildcard in the first level does not match the broker's own topics, such as $SYS.
  if (topic.startsWith('$') && (filterLevels[0] === '+' || filterLevels[0] === '#')) return false;
  for (const [index, level] of filterLevels.entries()) {
    if (level === '#') return index <= levels.length;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return filterLevels.length === levels.length;
}

function hasWildcard(text: string): boolean {
  return text.includes('+') || text.includes('#');
}
