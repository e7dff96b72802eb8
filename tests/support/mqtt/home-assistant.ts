/**
 * Reads discovery messages and states from a broker as Home Assistant does, and computes the states of the entities.
 * The schemas have only the options that Home Assistant documents, so that a typing error is noticed
 * (https://www.home-assistant.io/integrations/mqtt, sensor.mqtt, binary_sensor.mqtt).
 */
import { connectAsync } from 'mqtt';
import * as z from 'zod/mini';

const Component = z.strictObject({
  platform: z.enum(['sensor', 'binary_sensor']),
  name: z.string(),
  unique_id: z.string(),
  device_class: z.optional(z.enum(['enum', 'safety', 'problem', 'connectivity'])),
  state_class: z.optional(z.literal('measurement')),
  entity_category: z.optional(z.literal('diagnostic')),
  options: z.optional(z.array(z.string())),
  value_template: z.string(),
  json_attributes_topic: z.string(),
  expire_after: z.int(),
  availability_mode: z.literal('all'),
  availability: z.array(z.strictObject({ topic: z.string(), value_template: z.optional(z.string()) })),
});

const Discovery = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string()),
    name: z.string(),
    manufacturer: z.string(),
    model: z.string(),
    suggested_area: z.string(),
    configuration_url: z.url(),
  }),
  origin: z.strictObject({ name: z.string(), sw_version: z.string() }),
  state_topic: z.string(),
  qos: z.literal(1),
  components: z.record(z.string(), Component),
});

const State = z.record(z.string(), z.unknown());

type Discovery = z.infer<typeof Discovery>;
type Component = z.infer<typeof Component>;

/** Home Assistant finds devices here, with or without a node. */
const discoveryPattern = /^homeassistant\/device\/(?:[\w-]+\/)?[\w-]+\/config$/;

export type HomeAssistant = Awaited<ReturnType<typeof startHomeAssistant>>;

export async function startHomeAssistant(url: string) {
  const client = await connectAsync(url, { protocolVersion: 4 });
  const payloads = new Map<string, string>();
  const received: { readonly topic: string; readonly payload: string; readonly isRetained: boolean }[] = [];
  client.on('message', (topic, payload, { retain }) => {
    received.push({ topic, payload: payload.toString(), isRetained: retain });
    if (payload.length === 0) payloads.delete(topic);
    else payloads.set(topic, payload.toString());
  });
  await client.subscribeAsync('#', { qos: 1 });

  const devices = () =>
    [...payloads].flatMap(([topic, text]) =>
      discoveryPattern.test(topic) ? [z.parse(Discovery, JSON.parse(text))] : [],
    );

  function stateOf({ state_topic: stateTopic }: Discovery, component: Component): string {
    const isAvailable = component.availability.every(({ topic, value_template: template }) => {
      const payload = payloads.get(topic);
      return payload !== undefined && render(template, payload) === 'online';
    });
    const payload = payloads.get(stateTopic);
    if (!isAvailable || payload === undefined) return 'unavailable';
    const state = render(component.value_template, payload);
    if (component.options?.includes(state) === false) throw new Error(`${state} is not one of the options`);
    return state;
  }

  return {
    /** The newest payload of each topic that the broker retains. */
    payloads,
    /** All messages in the order of their receipt. */
    received,
    devices,
    /** The states of the entities of a device by their names. Undefined: there is no such device. */
    entities: (deviceName: string): Readonly<Record<string, string>> | undefined => {
      const device = devices().find(({ device: { name } }) => name === deviceName);
      if (device === undefined) return undefined;
      return Object.fromEntries(Object.values(device.components).map((one) => [one.name, stateOf(device, one)]));
    },
    /** The newest state of the room or ward, as it was published. */
    stateOf: (deviceName: string): Readonly<Record<string, unknown>> => {
      const device = devices().find(({ device: { name } }) => name === deviceName);
      return State.parse(JSON.parse(payloads.get(device?.state_topic ?? '') ?? '{}'));
    },
    publish: (topic: string, payload: string) => client.publishAsync(topic, payload, { qos: 1 }),
    close: () => client.endAsync(true),
  };
}

/** Renders the templates that occur: `{{ value_json.a }}` and `{{ 'x' if value_json.a or value_json.b else 'y' }}`. */
function render(template: string | undefined, payload: string): string {
  if (template === undefined) return payload;
  const json = State.parse(JSON.parse(payload));
  const [, plain] = /^\{\{ value_json\.(\w+) \}\}$/.exec(template) ?? [];
  if (plain !== undefined) return String(json[plain]);
  const [, yes, condition = '', no] = /^\{\{ '(\w+)' if (.+) else '(\w+)' \}\}$/.exec(template) ?? [];
  const names = [...condition.matchAll(/value_json\.(\w+)/g)].map(([, name = '']) => name);
  if (yes === undefined || no === undefined || names.map((name) => `value_json.${name}`).join(' or ') !== condition) {
    throw new Error(`unknown template ${template}`);
  }
  return names.some((name) => isTrue(json[name])) ? yes : no;
}

/** Whether Jinja counts the value as true: an empty list is false. */
function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
