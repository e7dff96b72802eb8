/** The contacts of locations in the table `contact`. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { maxContacts } from '../../contract/contacts/contacts.ts';
import type { Delivery } from '../../domain/notices/delivery.ts';
import { type AuditSource, recordAudit } from '../audit/record-audit.ts';
import type { Schema } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';
import { objectVersionOf, requireVersion } from '../shared/object-version.ts';
import { errorOptionsOf } from '../shared/reason.ts';
import { createSigningSecret } from './webhook/signature.ts';

type Query = Kysely<Schema>;

export type StoredContact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

type ContactValues = Pick<StoredContact, 'name' | 'address' | 'language'>;

function selectContacts(query: Query) {
  return query
    .selectFrom('contact')
    .innerJoin('location', 'location.uuid', 'contact.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .select(['contact.uuid', 'contact.name', 'channel', 'address', 'language', 'secret'])
    .select(['location.uuid as locationUUID', 'client.uuid as clientUUID'])
    .select(['location.display_name as location', 'client.display_name as client'])
    .select(['last_at as lastAt', 'last_reason as lastReason']);
}

/** Lists all contacts by name. */
export function listContacts(query: Query) {
  return selectContacts(query).orderBy('contact.name').orderBy('contact.uuid').execute();
}

/** Finds a contact with its signing secret. Undefined: there is none. */
export function findContact(query: Query, uuid: string) {
  return selectContacts(query).where('contact.uuid', '=', uuid).executeTakeFirst();
}

/** The version of a contact. A new secret changes it too, so that of two managers who replace it the second is refused. */
export function versionOfContact({ name, address, language, secret }: ContactValues & Pick<StoredContact, 'secret'>) {
  return objectVersionOf({ name, address, language, secret });
}

interface NewContact extends ContactValues, Pick<StoredContact, 'locationUUID' | 'channel'> {}

/** Adds a contact and returns its uuid. Throws AppError `conflict` when its location has the maximum number. */
export async function addContact(write: Query, contact: NewContact, source: AuditSource): Promise<string> {
  const { locationUUID, channel } = contact;
  const { count } = await write
    .selectFrom('contact')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('location_uuid', '=', locationUUID)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxContacts)
    throw new AppError('conflict', errorOptionsOf('too-many-contacts', { max: maxContacts }));
  const uuid = randomUUID();
  await write
    .insertInto('contact')
    .values({
      uuid,
      location_uuid: locationUUID,
      channel,
      ...valuesOf(contact),
      secret: channel === 'webhook' ? createSigningSecret() : null,
      last_at: null,
      last_reason: null,
    })
    .execute();
  await record(write, 'contact.add', { after: await findContact(write, uuid) }, source);
  return uuid;
}

/** Changes the name, the address and the language. The last result is about the former address, so it is removed. */
export async function changeContact(
  write: Query,
  contact: StoredContact,
  values: ContactValues,
  source: AuditSource,
): Promise<void> {
  const isMoved = values.address !== contact.address;
  await write
    .updateTable('contact')
    .set({ ...valuesOf(values), ...(isMoved && { last_at: null, last_reason: null }) })
    .where('uuid', '=', contact.uuid)
    .execute();
  await record(write, 'contact.change', { before: contact, after: { ...contact, ...values } }, source);
}

/** Replaces the signing secret of a webhook and returns the new one. */
export async function replaceSecret(write: Query, contact: StoredContact, source: AuditSource): Promise<string> {
  if (contact.channel !== 'webhook') throw new AppError('conflict', errorOptionsOf('no-webhook'));
  const secret = createSigningSecret();
  await write
    .updateTable('contact')
    .set({ secret, last_at: null, last_reason: null })
    .where('uuid', '=', contact.uuid)
    .execute();
  await record(write, 'contact.replace-secret', { after: contact }, source);
  return secret;
}

export async function removeContact(write: Query, contact: StoredContact, source: AuditSource): Promise<void> {
  await write.deleteFrom('contact').where('uuid', '=', contact.uuid).execute();
  await record(write, 'contact.remove', { before: contact }, source);
}

/**
 * Locks the contact for the transaction, and returns it as it is then. Throws AppError `conflict` with the result of
 * `toView` when its version is not `version`. Undefined: it was removed.
 */
export async function lockContact(
  write: Query,
  {
    uuid,
    version,
    toView,
  }: { uuid: string; version: string; toView: (contact: StoredContact) => { readonly version: string } },
): Promise<StoredContact | undefined> {
  // An update that changes nothing locks the row on PostgreSQL. SQLite runs one transaction at a time.
  await write
    .updateTable('contact')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('uuid', '=', uuid)
    .execute();
  const contact = await findContact(write, uuid);
  if (contact !== undefined) requireVersion(toView(contact), version);
  return contact;
}

/** Stores the result of a message, unless the contact has another address now. */
export async function storeResult(
  query: Query,
  { uuid, address }: Pick<StoredContact, 'uuid' | 'address'>,
  delivery: Delivery,
  at: number,
): Promise<void> {
  await query
    .updateTable('contact')
    .set({ last_at: at, last_reason: delivery.outcome === 'accepted' ? null : delivery.reason })
    .where('uuid', '=', uuid)
    .where('address', '=', address)
    .execute();
}

/** Without further properties that a caller's object may have. */
function valuesOf({ name, address, language }: ContactValues): ContactValues {
  return { name, address, language };
}

type ContactAction = 'contact.add' | 'contact.change' | 'contact.replace-secret' | 'contact.remove';

async function record(
  write: Query,
  action: ContactAction,
  { before, after }: { readonly before?: StoredContact | undefined; readonly after?: StoredContact | undefined },
  source: AuditSource,
): Promise<void> {
  const contact = after ?? before;
  if (contact === undefined) return;
  await recordAudit(write, {
    ...source,
    action,
    object: { kind: 'contact', id: contact.uuid, name: contact.name },
    clientUUID: contact.clientUUID,
    ...(before !== undefined && { before: auditValuesOf(before) }),
    ...(after !== undefined && { after: auditValuesOf(after) }),
  });
}

/** Of a URL only its origin is recorded, because the rest can contain a secret of the receiver. */
function auditValuesOf({ name, channel, address, language, client, location }: StoredContact) {
  const shownAddress = channel === 'webhook' ? new URL(address).origin : address;
  return { name, channel, address: shownAddress, language, place: `${client} > ${location}` };
}
