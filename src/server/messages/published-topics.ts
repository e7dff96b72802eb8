/**
 * The topics to which an installation publishes (decision 157). They differ from the topics that it reads, and contain
 * uuids, so that they stay the same when a room is renamed.
 */

/** A room or a ward. */
export type PublishedKind = 'room' | 'ward';

export type PublishedTopics = ReturnType<typeof publishedTopicsOf>;

const prefix = 'room-status-';
const idLength = 8;
/** Where Home Assistant looks for devices by default. */
const discoveryRoot = 'homeassistant/device';

const publishedPattern = new RegExp(`^(${discoveryRoot}/)?${prefix}[\\da-f]{${idLength}}/`);

/** Whether an installation of Room Status publishes to the topic. Such a message must never be read as a report. */
export function isPublishedTopic(topic: string): boolean {
  return publishedPattern.test(topic);
}

/** Returns the topics. `clientId`: the client id of the installation, such as `room-status-` and a uuid. */
export function publishedTopicsOf(clientId: string) {
  const root = clientId.slice(0, prefix.length + idLength);
  const discoveryOf = (kind: PublishedKind, uuid: string) => `${discoveryRoot}/${root}/${kind}-${uuid}/config`;
  const stateOf = (kind: PublishedKind, uuid: string) => `${root}/${kind}/${uuid}`;
  return {
    /** The first level of the states, such as `room-status-3f2a9c1e`. */
    root,
    /** `online` while the states are current, otherwise `offline`. */
    server: `${root}/server`,
    stateOf,
    discoveryOf,
    /** Matches the discovery topics of this installation. */
    discoveryFilter: `${discoveryRoot}/${root}/+/config`,
    /** Returns the state topic that belongs to a discovery topic. Undefined: the topic is not one of this installation. */
    stateOfDiscovery: (topic: string): string | undefined => {
      const [, kind, uuid] = /\/(room|ward)-([^/]+)\/config$/.exec(topic) ?? [];
      if ((kind !== 'room' && kind !== 'ward') || uuid === undefined) return undefined;
      return topic === discoveryOf(kind, uuid) ? stateOf(kind, uuid) : undefined;
    },
  };
}

/** Where Home Assistant publishes `online` after its start. */
export const homeAssistantTopic = 'homeassistant/status';
