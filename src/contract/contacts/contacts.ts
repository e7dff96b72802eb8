/** The calls that show and change the contacts of a location: other systems and people to whom the server sends alerts. */
import * as z from 'zod/mini';
import { languages } from '../../domain/language.ts';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { DisplayName } from '../fields.ts';
import { Uuid } from '../uuid.ts';
import { Version } from '../version.ts';

/** How a contact is reached: an HTTP request to a URL, or an e-mail. */
const contactChannels = ['webhook', 'email'] as const;

/** The maximum number of contacts of a location. */
export const maxContacts = 50;

const Channel = z.enum(contactChannels);
/** The URL of a webhook, or an e-mail address. The server checks it by the channel. */
const Address = z.string().check(z.minLength(1), z.maxLength(2_000));
/** The language of e-mails. */
const Language = z.enum(languages.map(({ code }) => code));

export const Contact = z.object({
  uuid: Uuid,
  locationUUID: Uuid,
  /** The names of the client and the location. */
  place: z.array(z.string()),
  name: z.string(),
  channel: Channel,
  address: z.string(),
  language: Language,
  /** The result of the last message that was sent. Null: none was sent. */
  lastResult: z.nullable(
    z.object({
      at: z.iso.datetime(),
      /** Why the message was not accepted (`DeliveryReason`). Null: it was accepted. */
      reason: z.nullable(z.string()),
    }),
  ),
  version: Version,
});

/** The signing secret of a webhook, which starts with `whsec_`. It is shown in this response only. */
const SigningSecret = z.string();

const contactCall = { access: 'manager', reach: 'named', params: z.object({ id: Uuid }) } as const;
const values = { name: DisplayName, address: Address, language: Language };

/** How long a caller waits for the result of a test: longer than the server waits for the receiver. */
const testTimeLimitMs = 20_000;

export const contactEndpoints = {
  listContacts: {
    method: 'GET',
    path: '/manage/contacts',
    access: 'manager',
    reach: 'scopes',
    view: 'contact.view',
    summary:
      'The contacts of the locations that you manage, whether the server can send e-mails, and where it publishes',
    response: z.extend(listSchemaOf(Contact), {
      /** The sender address of e-mails. Null: the operator has not set up e-mail. */
      emailFrom: z.nullable(z.string()),
      /** The first level of the MQTT topics. Null: the operator has not set up MQTT. */
      publishedTopic: z.nullable(z.string()),
    }),
  },
  addContact: {
    method: 'POST',
    path: '/manage/contacts',
    access: 'manager',
    reach: 'named',
    outcome: 'secret',
    summary: 'Adds a contact to a location. The answer is the only one that contains the signing secret of a webhook',
    body: z.strictObject({ locationUUID: Uuid, channel: Channel, ...values }),
    response: z.object({
      contact: Contact,
      /** Null for an e-mail address. */
      secret: z.nullable(SigningSecret),
    }),
  },
  changeContact: {
    ...contactCall,
    method: 'PATCH',
    path: '/manage/contacts/{id}',
    outcome: 'kept',
    summary: 'Changes the name, the address and the language of a contact. The signing secret stays',
    body: z.strictObject({ version: Version, ...values }),
    response: Contact,
    conflict: Contact,
  },
  replaceContactSecret: {
    ...contactCall,
    method: 'POST',
    path: '/manage/contacts/{id}/secret',
    outcome: 'secret',
    summary: 'Replaces the signing secret of a webhook. The former one is no longer used',
    body: z.strictObject({ version: Version }),
    response: z.object({ contact: Contact, secret: SigningSecret }),
    conflict: Contact,
  },
  removeContact: {
    ...contactCall,
    method: 'POST',
    path: '/manage/contacts/{id}/removal',
    outcome: 'kept',
    summary: 'Removes a contact. Nothing more is sent to it',
    body: z.strictObject({ version: Version }),
    response: z.null(),
    conflict: Contact,
  },
  testContact: {
    ...contactCall,
    method: 'POST',
    path: '/manage/contacts/{id}/test',
    summary: 'Sends a test message to a contact and waits for the result, at most ten in a minute for each caller',
    response: Contact,
    refusals: ['too-many-requests'],
    timeLimitMs: testTimeLimitMs,
  },
} as const satisfies Record<string, Endpoint>;
