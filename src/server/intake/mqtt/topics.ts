/** The topics of our own, `roomstatus/{location}/{room}/status` and `.../availability`, and filters over topics. */

export const topicRoot = 'roomstatus';

export interface RoomTopic {
  /** Alias or uuid, as the room too. */
  readonly location: string;
  readonly room: string;
  readonly says: 'status' | 'availability';
}

/** For a subscription to all rooms. */
export const roomFilters = [`${topicRoot}/+/+/status`, `${topicRoot}/+/+/availability`];

/** Subscriptions of several processes: each message goes to one of them. */
export function ofMany(filters: readonly string[]): readonly string[] {
  return filters.map((filter) => `$share/room-status/${filter}`);
}

/** Of one that is alone: it could have subscribed plainly, but what the broker keeps is read by itself. */
export function ofOne(filters: readonly string[], clientId: string): readonly string[] {
  return filters.map((filter) => `$share/${clientId}/${filter}`);
}

/** Undefined: a topic of another form. */
export function parseRoomTopic(topic: string): RoomTopic | undefined {
  const [root, location = '', room = '', says, ...more] = topic.split('/');
  if (root !== topicRoot || location === '' || room === '' || more.length > 0 || hasWildcard(topic)) return undefined;
  return says === 'status' || says === 'availability' ? { location, room, says } : undefined;
}

/** The location that a topic or filter lies beneath; undefined: beneath none, or beneath several. */
export function locationOf(topicOrFilter: string): string | undefined {
  const [root, location = '', ...more] = topicOrFilter.split('/');
  const isOne = root === topicRoot && location !== '' && more.length > 0 && !hasWildcard(location);
  return isOne ? location : undefined;
}

/** Whether a filter (`+` one level, `#` the rest) takes a topic (MQTT 5, section 4.7). */
export function matchesFilter(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  // A wildcard at the start does not reach the broker's own topics.
  if (topic.startsWith('$') && (wanted[0] === '+' || wanted[0] === '#')) return false;
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return index <= levels.length;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

function hasWildcard(text: string): boolean {
  return text.includes('+') || text.includes('#');
}
