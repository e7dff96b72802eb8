/**
 * The events of the server that the system status shows. A log line with an event has its name in the member `event`.
 */
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
  'equipment-rooms-missing',
  'devices-not-checked',
  'clock-suspected',
  'provider-away',
  'program-error',
] as const;

export type ServerEvent = (typeof serverEvents)[number];

/** Whether this version knows the event. A newer server may send further events. */
export function isServerEvent(text: string): text is ServerEvent {
  return serverEvents.some((event) => event === text);
}
