/** The connections to equipment and their messages. For administrators of everything. */
import * as z from 'zod/mini';
import { sourceKinds } from '../../domain/source.ts';
import type { Endpoint } from '../endpoint.ts';
import { ReasonJson } from '../problem.ts';
import type { ReasonCode } from '../reasons.ts';
import { Version } from '../version.ts';

const Text = z.string().check(z.maxLength(1_000));
const Words = z.record(Text, Text);

/** The preset name of a connection that has its own preset from an equipment file. */
export const ownPresetName = 'own';

/** A connection. The server checks it with the same rules as connections of an equipment file. */
export const EquipmentConnection = z.strictObject({
  name: Text,
  /** The name of a built-in preset, or `own`. A form can keep `own` but not choose it. */
  preset: Text,
  topic: Text,
  location: Text,
  /** The rooms: each has `room`, and for each role of the preset the name of a device in the product. */
  rooms: z.array(Words).check(z.maxLength(5_000)),
  statuses: z.optional(Words),
  availability: z.optional(Words),
  values: z.optional(Words),
});

const EquipmentPreset = z.object({
  name: z.string(),
  product: z.string(),
  documents: z.array(z.string()),
  roles: z.array(
    z.object({
      name: z.string(),
      about: z.string(),
      isRequired: z.boolean(),
      /** The parts of the name, which are separated by slashes. Empty: the name has no parts. */
      parts: z.array(z.string()),
    }),
  ),
});

export const StoredConnection = z.object({
  connection: EquipmentConnection,
  version: Version,
  /** The preset that belongs to this connection only. Null: it uses a built-in one. */
  ownPreset: z.nullable(EquipmentPreset),
});

/** The external MQTT broker. Its password is never shown. */
const Broker = z.object({
  /** The address, such as `mqtts://broker:8883`. Null: there is no broker. */
  address: z.nullable(z.string()),
  user: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** Whether MQTT_URL sets the broker, so that it cannot be changed in the browser. */
  isFixed: z.boolean(),
  version: Version,
});

export const Equipment = z.object({
  connections: z.array(StoredConnection),
  /** The built-in presets. */
  presets: z.array(EquipmentPreset),
  broker: Broker,
  /** The port of the embedded broker. Null: it does not run. */
  embeddedPort: z.nullable(z.int()),
  /** The rooms that connections name and that do not exist, by connection: their messages reach nobody. */
  missingRooms: z.record(z.string(), z.array(z.string())),
});

const explanationFields = {
  outcome: z.enum(['accepted', 'ignored', 'refused']),
  field: z.nullable(z.string()),
  reason: z.nullable(ReasonJson),
};

/** What a message would do. If `rooms` is empty, the message concerns no room and `reason` says why. */
const MessageExplanation = z.object({
  ...explanationFields,
  rooms: z.array(
    z.object({
      ...explanationFields,
      /** The room, as `location/room`. */
      room: z.string(),
      sourceKind: z.enum(sourceKinds),
      /** The values that the preset reads from the message. */
      values: z.record(z.string(), z.string()),
      /** The name of the status that the message gives, without other values of the room. Null: none. */
      status: z.nullable(z.string()),
    }),
  ),
});

const ReceivedMessage = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  /** The MQTT topic. For a message that was posted by HTTP: the method and path. */
  topic: z.string(),
  /** The beginning of the message. Null: it is not text. */
  text: z.nullable(z.string()),
  byteCount: z.int(),
  isRetained: z.boolean(),
  explanation: MessageExplanation,
});

/** Problems because of which no message can arrive. */
export const listenProblems = ['no-broker', 'unreachable', 'sign-in-refused', 'subscription-refused'] as const;

/** A connection whose topic can be listened to. */
const ListenedConnection = z.extend(EquipmentConnection, {
  topic: z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^+#]*$/, 'topic-start' satisfies ReasonCode)),
});

export const equipmentEndpoints = {
  getEquipment: {
    method: 'GET',
    path: '/manage/equipment',
    access: 'administrator-of-everything',
    view: 'equipment.view',
    summary: 'The connections to equipment, and the presets',
    response: Equipment,
  },
  changeConnection: {
    method: 'PATCH',
    path: '/manage/equipment',
    access: 'administrator-of-everything',
    outcome: 'kept',
    summary: 'Adds, changes or removes a connection. It is in effect with the answer, at other servers within seconds',
    body: z.strictObject({
      /** The connection before the change. Null: the change adds one. */
      before: z.nullable(z.strictObject({ name: Text, version: Version })),
      /** The connection after the change. Null: the change removes it. */
      after: z.nullable(EquipmentConnection),
    }),
    response: Equipment,
    /** The stored connection. Null: it was removed. */
    conflict: z.nullable(StoredConnection),
  },
  changeBroker: {
    method: 'PATCH',
    path: '/manage/equipment/broker',
    access: 'administrator-of-everything',
    outcome: 'kept',
    summary: 'Sets the external MQTT broker. It is read at once, by other servers within seconds',
    body: z.strictObject({
      version: Version,
      /** The new address. Null removes the broker. */
      address: z.nullable(Text),
      user: z.nullable(Text),
      /** The new password. Absent: the present one stays if the address does not change. Empty: no password. */
      password: z.optional(Text),
    }),
    response: Equipment,
    conflict: Broker,
  },
  listenToMessages: {
    method: 'POST',
    path: '/manage/equipment/messages',
    access: 'administrator-of-everything',
    summary:
      'The newest messages below the topic of a connection, which need not be stored, each with what it would do. The server listens while this is called at least every ten seconds',
    body: z.strictObject({ connection: ListenedConnection }),
    response: z.object({
      items: z.array(ReceivedMessage),
      /** Why no message can arrive. Null: the server is listening. */
      problem: z.nullable(z.enum(listenProblems)),
    }),
  },
} as const satisfies Record<string, Endpoint>;
