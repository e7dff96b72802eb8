/**
 * The discovery messages of Home Assistant: each room and each ward is a device
 * (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload). The names of entities are English,
 * because Home Assistant makes the ids of automations from them.
 */
import { roomStatuses } from '../../domain/room-status.ts';
import type { PublishedKind, PublishedTopics } from '../messages/published-topics.ts';
import type { RoomState, WardState } from './published-state.ts';

/** A state that was not published again for this long becomes unavailable: no broker delivered a last will. */
export const expireAfterSeconds = 120;

export interface PublishedPlace {
  readonly uuid: string;
  readonly name: string;
  /** The name of the ward, which Home Assistant suggests as the area. */
  readonly area: string;
}

export interface DiscoveryOptions {
  readonly topics: PublishedTopics;
  readonly version: string;
  /** The origin that browsers use. */
  readonly publicUrl: string;
}

interface Entity {
  readonly platform: 'sensor' | 'binary_sensor';
  readonly name: string;
  /** The member of the state. */
  readonly value: keyof RoomState | keyof WardState;
  readonly deviceClass?: string;
  /**
   * Whether `off` counts only while the room is monitored. `on` always counts, because an alert stays open when a
   * device fails. Undefined: the value does not depend on devices.
   */
  readonly needsDevices?: 'always' | 'to-be-off';
  readonly more?: object;
}

const measurement = { state_class: 'measurement' };
const diagnostic = { entity_category: 'diagnostic' };
const statusNames = [...roomStatuses.map(({ name }) => name), 'unknown'];

const entities: Readonly<Record<PublishedKind, readonly Entity[]>> = {
  room: [
    {
      platform: 'sensor',
      name: 'Status',
      value: 'status',
      deviceClass: 'enum',
      needsDevices: 'always',
      more: { options: statusNames },
    },
    { platform: 'binary_sensor', name: 'Fall', value: 'fall', deviceClass: 'safety', needsDevices: 'to-be-off' },
    {
      platform: 'binary_sensor',
      name: 'Unanswered alert',
      value: 'unanswered',
      deviceClass: 'problem',
      needsDevices: 'to-be-off',
    },
    { platform: 'binary_sensor', name: 'Monitored', value: 'monitored', deviceClass: 'connectivity', more: diagnostic },
  ],
  ward: [
    { platform: 'binary_sensor', name: 'Fall', value: 'fall', deviceClass: 'safety', needsDevices: 'to-be-off' },
    { platform: 'sensor', name: 'Unanswered alerts', value: 'unanswered', more: measurement },
    { platform: 'sensor', name: 'Unmonitored rooms', value: 'unmonitored', more: { ...measurement, ...diagnostic } },
  ],
};

/** Returns the discovery message of a room or ward. */
export function discoveryOf(
  kind: PublishedKind,
  { uuid, name, area }: PublishedPlace,
  { topics, version, publicUrl }: DiscoveryOptions,
): object {
  const id = `${topics.root}-${uuid}`;
  const state = topics.stateOf(kind, uuid);
  const components: Readonly<Record<string, object>> = Object.fromEntries(
    entities[kind].map((entity) => {
      const key = entity.name.toLowerCase().replaceAll(' ', '_');
      return [key, { ...componentOf(entity, state, topics.server), unique_id: `${id}-${key}` }];
    }),
  );
  return {
    device: {
      identifiers: [id],
      name,
      manufacturer: 'Room Status',
      model: kind === 'room' ? 'Room' : 'Ward',
      suggested_area: area,
      configuration_url: publicUrl,
    },
    origin: { name: 'Room Status', sw_version: version },
    state_topic: state,
    qos: 1,
    components,
  };
}

function componentOf(entity: Entity, state: string, server: string): object {
  const { platform, name, deviceClass, more } = entity;
  const value = `value_json.${entity.value}`;
  const isBinary = platform === 'binary_sensor';
  return {
    platform,
    name,
    ...(deviceClass !== undefined && { device_class: deviceClass }),
    value_template: isBinary ? `{{ 'ON' if ${value} else 'OFF' }}` : `{{ ${value} }}`,
    json_attributes_topic: state,
    expire_after: expireAfterSeconds,
    availability_mode: 'all',
    availability: [{ topic: server }, ...deviceAvailability(entity, state)],
    ...more,
  };
}

function deviceAvailability({ needsDevices, value }: Entity, topic: string): object[] {
  if (needsDevices === undefined) return [];
  const isKnown = needsDevices === 'always' ? 'monitored' : `monitored or value_json.${value}`;
  return [{ topic, value_template: `{{ 'online' if value_json.${isKnown} else 'offline' }}` }];
}
