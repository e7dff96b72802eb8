/** The connections of the equipment file, and what arrives from them. For administrators of everything. */
import * as z from 'zod/mini';
import { signalUnits } from '../../domain/battery-and-signal.ts';
import type { Endpoint } from '../endpoint.ts';
import { FieldError, SentReason } from '../problem.ts';
import type { ReasonCode } from '../reasons.ts';
import { Version } from './version.ts';

const Text = z.string().check(z.maxLength(1_000));
const Words = z.record(Text, Text);

/** A connection as the equipment file has it. The server checks it as it checks the file at its start. */
export const EquipmentConnection = z.strictObject({
  name: Text,
  /** A built-in preset. */
  preset: z.optional(Text),
  /** A preset of the installer. The browser can keep it, and not set it, because it is a path on the server. */
  presetFile: z.optional(Text),
  topic: Text,
  location: Text,
  /** `room`, and for each role the name that the room has in the product. */
  rooms: z.array(Words).check(z.maxLength(5_000)),
  statuses: z.optional(Words),
  availability: z.optional(Words),
  values: z.optional(Words),
});

const EquipmentPreset = z.object({
  /** The name of a built-in preset, or the path of a preset file. */
  name: z.string(),
  isBuiltIn: z.boolean(),
  product: z.string(),
  documents: z.array(z.string()),
  roles: z.array(
    z.object({
      name: z.string(),
      about: z.string(),
      isRequired: z.boolean(),
      /** The name has these parts with slashes between. Empty: it has no parts. */
      parts: z.array(z.string()),
    }),
  ),
});

export const readOnlyReasons = ['no-file', 'several-servers', 'read-only'] as const;

export const Equipment = z.object({
  /** Null: there is no equipment file. */
  path: z.nullable(z.string()),
  /** Null: the browser can change the file. */
  readOnlyReason: z.nullable(z.enum(readOnlyReasons)),
  text: z.string(),
  version: Version,
  /**
   * What is wrong with the file, each with its place; empty for the whole file. While it has problems, its previous
   * connections stay in effect.
   */
  problems: z.array(FieldError),
  /** Empty if the file has problems. */
  connections: z.array(EquipmentConnection),
  presets: z.array(EquipmentPreset),
  brokers: z.object({
    /** The address of the broker of MQTT_URL, without user and password. */
    external: z.nullable(z.string()),
    /** The port of the embedded broker. */
    embeddedPort: z.nullable(z.int()),
  }),
});

const maxEquipmentCharacters = 900_000;

const Outcome = z.enum(['accepted', 'ignored', 'refused']);
const explained = {
  outcome: Outcome,
  /** The field at fault. */
  field: z.nullable(z.string()),
  /** The effect, or the reason why it is refused. In English, as in the log of the server. */
  result: z.string(),
  /** The parts of the result. */
  reasons: z.array(SentReason),
};

/** What a message would do. */
export const MessageExplanation = z.object({
  ...explained,
  connection: z.nullable(z.string()),
  product: z.nullable(z.string()),
  rooms: z.array(
    z.object({
      ...explained,
      room: z.string(),
      source: z.string(),
      patterns: z.array(z.string()),
      values: z.record(z.string(), z.string()),
      /** The battery of the source in percent. Null: the message has none, or no value that is one. */
      battery: z.nullable(z.int()),
      signal: z.nullable(z.object({ value: z.int(), unit: z.enum(signalUnits) })),
      /** The case of the preset that matches. */
      case: z.nullable(z.object({ number: z.int(), of: z.int(), conditions: z.array(SentReason) })),
      /** The name of a status. Null: the message gives none. */
      status: z.nullable(z.string()),
    }),
  ),
});

const ReceivedMessage = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  /** For a message that was posted by HTTP: the method and path of the call. */
  topic: z.string(),
  /** The beginning of the message. Null: it is not text. */
  text: z.nullable(z.string()),
  byteCount: z.int(),
  isRetained: z.boolean(),
  explanation: MessageExplanation,
});

/** Why nothing can arrive. */
export const listenProblems = ['no-broker', 'unreachable', 'sign-in-refused', 'subscription-refused'] as const;

const Topic = z.string().check(z.minLength(1), z.maxLength(500));

export const equipmentEndpoints = {
  getEquipment: {
    method: 'GET',
    path: '/manage/equipment',
    access: 'administrator',
    summary: 'The connections of the equipment file, and the presets',
    response: Equipment,
  },
  changeEquipment: {
    method: 'PATCH',
    path: '/manage/equipment',
    access: 'administrator',
    summary:
      'Writes the equipment file, after it was checked as at a start. Comments of the file stay. It is in effect with the answer',
    body: z.union([
      z.strictObject({
        version: Version,
        /** The name of the connection that changes. Null: it is added. */
        name: z.nullable(Text),
        /** Null: it is removed. */
        connection: z.nullable(EquipmentConnection),
      }),
      z.strictObject({ version: Version, text: z.string().check(z.maxLength(maxEquipmentCharacters)) }),
    ]),
    response: Equipment,
    conflict: Equipment,
  },
  explainMessage: {
    method: 'POST',
    path: '/manage/equipment/explanation',
    access: 'administrator',
    summary: 'What an MQTT message would do. Changes nothing',
    body: z.strictObject({
      topic: Topic,
      payload: z.string().check(z.maxLength(300_000)),
      /** Default: the connections in effect. */
      connection: z.optional(EquipmentConnection),
    }),
    response: MessageExplanation,
  },
  listenToTopic: {
    method: 'POST',
    path: '/manage/equipment/messages',
    access: 'administrator',
    summary:
      'The newest messages below a topic, each with what it would do. The server listens while this is called at least every ten seconds',
    body: z.strictObject({
      topic: Topic.check(z.regex(/^[^+#]*$/, 'topic-start' satisfies ReasonCode)),
      /** Explains the messages with this connection, which need not be stored. Default: those in effect. */
      connection: z.optional(EquipmentConnection),
    }),
    response: z.object({
      items: z.array(ReceivedMessage),
      /** Null: the server listens. */
      problem: z.nullable(z.enum(listenProblems)),
    }),
  },
} as const satisfies Record<string, Endpoint>;
