/**
 * The schema of a preset: a JSON file that describes the messages of one product. It says which topic or value names
 * the room, and which room status a message means.
 */
import * as z from 'zod/mini';
import type { ReasonCode } from '../../../contract/reasons.ts';
import { maxDebounceMs } from '../../../domain/ingest/ingest-rules.ts';
import { sentSignalUnits } from '../../../domain/battery-and-signal.ts';
import { roomStatuses } from '../../../domain/room-status.ts';
import { sourceKinds } from '../../../domain/source.ts';

const Text = z.string().check(z.minLength(1));
const Texts = z.union([Text, z.array(Text).check(z.minLength(1))]);
const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/**
 * A condition of a value: it equals this text or one of a list, is greater than a number (`above`), or is absent
 * (`null`). Numbers and booleans are compared as text, because some products send them as text.
 */
const Condition = z.union([Scalar, z.array(Scalar), z.strictObject({ above: z.number() }), z.null()]);
const PresetConditions = z.record(Text, Condition);

const StatusName = z.enum(roomStatuses.map(({ name }) => name));

const CaseFields = z.strictObject({
  /** The case matches if all conditions are met, or if it has none. The first matching case is used. */
  if: z.optional(PresetConditions),
  /** The room status: a status name, or a value that holds a status name, a status code or a key of the connection's `statuses`. */
  status: z.optional(z.union([StatusName, z.strictObject({ value: Text })])),
  /** The status changes the card without a notification. One of high priority still opens an alert. */
  quiet: z.optional(z.boolean()),
  /**
   * Whether the source of the message is online. `value`: the name of the value with a word for online or offline;
   * `availability` in the connection adds words. In a case with `status` or `remember`, `online` means that even a
   * retained message proves that the source is online.
   */
  presence: z.optional(z.union([z.enum(['online', 'offline']), z.strictObject({ value: Text })])),
  /** Stores a value under a name. `states` derive the status from all stored values of the room. */
  remember: z.optional(z.record(Text, Text)),
  /** The case ignores the message. */
  nothing: z.optional(z.literal(true)),
});

const Case = CaseFields.check(
  z.refine(
    ({ status, presence, remember, nothing }) => [status, presence, remember, nothing].some((one) => one !== undefined),
    'no-effect' satisfies ReasonCode,
  ),
);

const MessageFields = z.strictObject({
  /** The source that the message is about, one of `sources`. May be left out if there is only one. */
  source: z.optional(Text),
  /**
   * A topic pattern below the connection's topic, or a list of patterns. `{role}` matches one level: the name of a room
   * in that role, `{role:part}` a part of it. `+` matches one level, `#` all remaining levels.
   */
  topic: Texts,
  /**
   * Values by name, each with a selector: `text` for the plain payload, a path in its JSON such as `$.a.b`, or a level
   * of the topic below the connection's topic, from `topic.1`. `{role}` in a path is the room's name in that role. In a
   * list of selectors, the first one that finds a value is used.
   */
  values: z.record(Text, Texts),
  /** For a payload that names the device: for each role, the value with the device's name. */
  device: z.optional(z.record(Text, Text)),
  /** The value that contains the time of the event, with its format or unit. */
  at: z.optional(z.strictObject({ value: Text, unit: z.enum(['iso', 'seconds', 'milliseconds']) })),
  /** The value that identifies the event when a message is sent again. */
  id: z.optional(Text),
  /** The value with the charge of the device's battery in percent. */
  battery: z.optional(Text),
  /** The value with the strength of the device's radio signal. `linkquality`: 0 to 255. */
  signal: z.optional(z.strictObject({ value: Text, unit: z.enum(sentSignalUnits) })),
  cases: z.array(Case).check(z.minLength(1)),
});

const isValue = ({ values }: z.infer<typeof MessageFields>, name: string | undefined) =>
  name === undefined || Object.hasOwn(values, name);

const PresetMessage = MessageFields.check(
  z.refine((message) => isValue(message, message.battery), {
    path: ['battery'],
    error: 'not-a-value' satisfies ReasonCode,
  }),
  z.refine((message) => isValue(message, message.signal?.value), {
    path: ['signal', 'value'],
    error: 'not-a-value' satisfies ReasonCode,
  }),
);

const PresetFields = z.strictObject({
  product: Text,
  /** The addresses of the pages on which the manufacturer documents these messages. */
  documents: z.array(Text),
  /** The roles of the names that a connection gives a room, such as `camera`. */
  roles: z.record(
    Text,
    z.strictObject({
      about: Text,
      required: z.optional(z.boolean()),
      /**
       * The parts of a name, which are separated by slashes, such as `node/sensor`. `{role:part}` stands for one part.
       */
      parts: z.optional(z.array(Text).check(z.minLength(2))),
    }),
  ),
  /**
   * The sources of a room, by name, with the kind of each. A message proves that its source is online, unless it is
   * retained. The room is unreachable while one of its sources is offline. When a source goes offline, its remembered
   * values and its status are discarded. If the source sends no values, as a gateway, those of all sources are
   * discarded. Default: one source, `device`.
   */
  sources: z.prefault(z.record(Text, z.enum(sourceKinds)), { device: 'device' }),
  messages: z.array(PresetMessage).check(z.minLength(1)),
  /** Derives the status from all remembered values of a room. The first matching state is used. */
  states: z.optional(
    z.array(
      z.strictObject({
        /** Without conditions, the state always matches. */
        if: z.optional(PresetConditions),
        /**
         * The state matches only if the room has all values that its sensors can send, and no other connection has
         * values for the room. So a value that an outage discarded does not count as calm.
         */
        allKnown: z.optional(z.literal(true)),
        status: StatusName,
        /** The debounce time. Without it, the ingest rules of the stream apply. */
        debounceSeconds: z.optional(z.number().check(z.nonnegative(), z.maximum(maxDebounceMs / 1000))),
      }),
    ),
  ),
});

export const Preset = PresetFields.check(
  z.refine(({ sources, messages }) => messages.every((message) => Object.hasOwn(sources, sourceOf(message, sources))), {
    path: ['messages'],
    error: 'no-source' satisfies ReasonCode,
  }),
);

/** Returns the name of the source of a message. */
export function sourceOf({ source }: PresetMessage, sources: PresetFields['sources']): string {
  const [only = '', ...more] = Object.keys(sources);
  return source ?? (more.length === 0 ? only : '');
}

type PresetFields = z.infer<typeof PresetFields>;
export type Preset = z.infer<typeof Preset>;
export type PresetMessage = z.infer<typeof PresetMessage>;
export type PresetCase = z.infer<typeof Case>;
export type PresetConditions = z.infer<typeof PresetConditions>;
