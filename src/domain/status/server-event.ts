/** The events of the server that people are told about. A log line with an event has its name in the member `event`. */
export const serverEvents = [
  'started',
  'database-away',
  'messages-waiting',
  'disk-full',
  'disk-free',
  'bus-away',
  'bus-back',
  'broker-away',
  'broker-refused',
  'broker-lost',
  'broker-back',
  'reader-changed',
  'equipment-changed',
  'equipment-wrong',
  'equipment-rooms-missing',
  'devices-not-checked',
  'clock-suspected',
  'provider-away',
  'program-error',
] as const;

export type ServerEvent = (typeof serverEvents)[number];

/** False for an event of a newer server. */
export function isServerEvent(text: string): text is ServerEvent {
  return serverEvents.some((event) => event === text);
}
