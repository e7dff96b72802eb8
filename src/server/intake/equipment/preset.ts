/**
 * A preset says, as data, what the messages of one product mean: which topic and which part of it is about which
 * room, and what is going on there. It is a JSON file of this form.
 */
import * as z from 'zod/mini';
import { maxDebounceMs } from '../../../domain/ingest/ingest-rules.ts';
import { roomStatuses } from '../../../domain/room-status.ts';

const Text = z.string().check(z.minLength(1));
const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/**
 * What a value has to be: this one, one of these, a number above that, or not there (`null`). Numbers, booleans and
 * texts are compared as text, since products do not agree on which of them they send.
 */
const Condition = z.union([Scalar, z.array(Scalar), z.strictObject({ above: z.number() }), z.null()]);
const Conditions = z.record(Text, Condition);

const StatusName = z.enum(roomStatuses.map(({ name }) => name));
const Seconds = z.number().check(z.nonnegative(), z.maximum(maxDebounceMs / 1000));

const Case = z.strictObject({
  /** All have to hold; without it, it always does. The first case that matches counts. */
  if: z.optional(Conditions),
  /** What is going on: by name, or the value that says it (a name, a code, or a word of the connection's `statuses`). */
  status: z.optional(z.union([StatusName, z.strictObject({ value: Text })])),
  /** How long it has to last before it counts; without it, as long as the stream's rules say. */
  holdSeconds: z.optional(Seconds),
  /** No notification: the card changes, and nobody is called. */
  quiet: z.optional(z.boolean()),
  /** The device is there, or is not, and says nothing else. */
  presence: z.optional(z.enum(['online', 'offline'])),
  /** A part of the picture, by its name: the value that it now has. `states` say what the parts mean together. */
  remember: z.optional(z.record(Text, Text)),
  /** It means nothing here, and why. */
  nothing: z.optional(Text),
});

const Sources = z.union([Text, z.array(Text)]);

const PresetMessage = z.strictObject({
  /** Beneath the connection's topic. `{role}`: what some room has in that role; `+` one level, `#` the rest. */
  topic: Text,
  /**
   * Values by name, and where they are: `text` the payload as it is, `$.a.b` a part of its JSON (`{role}` in it is
   * what the room has in that role). Of several places the first that is there.
   */
  values: z.record(Text, Sources),
  /** Where the payload names the device: role, and the value that has to be what the room has in it. */
  device: z.optional(z.record(Text, Text)),
  /** The value with the time of the event. */
  at: z.optional(z.strictObject({ value: Text, unit: z.enum(['iso', 'seconds', 'milliseconds']) })),
  /** The value that is the same when the message is sent again. */
  id: z.optional(Text),
  cases: z.array(Case).check(z.minLength(1)),
});

export const Preset = z.strictObject({
  product: Text,
  /** Where the product's maker describes its messages. */
  documents: z.array(Text),
  /** What a room of the equipment file may be known by in the product. */
  roles: z.record(Text, z.strictObject({ about: Text, required: z.optional(z.boolean()) })),
  messages: z.array(PresetMessage).check(z.minLength(1)),
  /** What the remembered parts mean together; the first that matches counts. */
  states: z.optional(z.array(z.strictObject({ if: Conditions, status: StatusName, holdSeconds: z.optional(Seconds) }))),
});

export type Preset = z.infer<typeof Preset>;
export type PresetMessage = z.infer<typeof PresetMessage>;
export type PresetCase = z.infer<typeof Case>;
export type Conditions = z.infer<typeof Conditions>;
