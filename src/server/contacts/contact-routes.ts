/** The calls with which managers see, change and test the contacts of their locations. */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { type Contact, contactEndpoints } from '../../contract/contacts/contacts.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { isPlaceCovered } from '../../domain/user.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer, ManagerCaller, UserCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { type EndpointCall, serveEndpoint } from '../http/serve-endpoint.ts';
import { requireManaged } from '../rights/manager.ts';
import { createWindowLimit } from '../shared/cache/window-limit.ts';
import { retryLater } from '../shared/retry-later.ts';
import { requireAddress } from './check-address.ts';
import type { ContactSender } from './contact-sender.ts';
import {
  addContact,
  changeContact,
  findContact,
  listContacts,
  lockContact,
  removeContact,
  replaceSecret,
  type StoredContact,
  versionOfContact,
} from './contact-store.ts';

interface ContactRoutesOptions {
  readonly database: Database;
  readonly sender: ContactSender;
  /** The first level of the topics to which room statuses are published. Undefined: they are not published. */
  readonly publishedTopic: () => string | undefined;
  readonly now: () => number;
}

type Query = Database['query'];
type ContactCall = Pick<EndpointCall<typeof contactEndpoints.addContact>, 'caller' | 'request'>;

/** Each test sends a request or an e-mail to somebody, so their number is limited. */
const maxTestsPerMinute = 10;
const maxTesters = 1_000;

export function registerContactRoutes(api: ApiServer, options: ContactRoutesOptions): void {
  const { database, sender, publishedTopic, now } = options;
  const { query: db } = database;
  const sourceOf = ({ caller, request }: ContactCall) => ({ actor: actorOfUser(caller, request), at: now() });

  serveEndpoint(api, contactEndpoints.listContacts, async ({ caller }) => ({
    items: (await listContacts(db)).filter((contact) => isManaged(caller, contact)).map(toView),
    emailFrom: sender.emailFrom,
    publishedTopic: publishedTopic() ?? null,
  }));

  serveEndpoint(api, contactEndpoints.addContact, async (call) => {
    const locationUUID = call.body.locationUUID.toLowerCase();
    await requireManaged(db, call.caller, 'location', locationUUID);
    const address = await requireAddress(call.body, sender);
    const contact = await db.transaction().execute(async (write) => {
      const uuid = await addContact(write, { ...call.body, locationUUID, address }, sourceOf(call));
      return requireFound(await findContact(write, uuid));
    });
    return { contact: toView(contact), secret: contact.secret };
  });

  serveEndpoint(api, contactEndpoints.changeContact, async (call) => {
    const { channel } = await requireContact(db, call.caller, call.params.id);
    const address = await requireAddress({ channel, address: call.body.address }, sender);
    return changeLocked(db, call, async (write, contact) => {
      await changeContact(write, contact, { ...call.body, address }, sourceOf(call));
      return toView(requireFound(await findContact(write, contact.uuid)));
    });
  });

  serveEndpoint(api, contactEndpoints.replaceContactSecret, (call) =>
    changeLocked(db, call, async (write, contact) => {
      const secret = await replaceSecret(write, contact, sourceOf(call));
      return { contact: toView(requireFound(await findContact(write, contact.uuid))), secret };
    }),
  );

  serveEndpoint(api, contactEndpoints.removeContact, (call) =>
    changeLocked(db, call, async (write, contact) => {
      await removeContact(write, contact, sourceOf(call));
      return null;
    }),
  );

  const tests = createWindowLimit({ windowMs: 60_000, maxKeys: maxTesters, now });
  const limitTests = ({ user: { subject } }: UserCaller): void => {
    if (tests.take(subject, maxTestsPerMinute)) return;
    throw retryLater('too-many-requests', 'You have sent too many tests. Wait a minute.', 60);
  };
  serveEndpoint(
    api,
    contactEndpoints.testContact,
    async ({ caller, params }) => {
      const contact = await requireContact(db, caller, params.id);
      await sender.sendToContact(contact, { id: randomUUID(), kind: 'test', at: now(), alerts: [] });
      return toView(await requireContact(db, caller, params.id));
    },
    { admit: limitTests },
  );
}

function isManaged({ managed }: ManagerCaller, { clientUUID, locationUUID }: StoredContact): boolean {
  return isPlaceCovered(managed, { clientUUID, locationUUID });
}

/** Finds a contact of a location that the caller manages. Throws AppError `not-found` for any other. */
async function requireContact(query: Query, caller: ManagerCaller, id: string): Promise<StoredContact> {
  const contact = requireFound(await findContact(query, id.toLowerCase()));
  return requireFound(isManaged(caller, contact) ? contact : undefined);
}

interface ChangeCall {
  readonly caller: ManagerCaller;
  readonly params: { readonly id: string };
  readonly body: { readonly version: string };
}

/** Runs a change of the contact that the call names, if the contact has still the version that the caller saw. */
async function changeLocked<T>(
  query: Query,
  { caller, params, body }: ChangeCall,
  change: (write: Query, contact: StoredContact) => Promise<T>,
): Promise<T> {
  const { uuid } = await requireContact(query, caller, params.id);
  return query
    .transaction()
    .execute(async (write) =>
      change(write, requireFound(await lockContact(write, { uuid, version: body.version, toView }))),
    );
}

function toView(contact: StoredContact): z.output<typeof Contact> {
  const { uuid, locationUUID, client, location, name, channel, address, language, lastAt, lastReason } = contact;
  return {
    uuid,
    locationUUID,
    place: [client, location],
    name,
    channel,
    address,
    language,
    lastResult: lastAt === null ? null : { at: toIsoTime(lastAt), reason: lastReason },
    version: versionOfContact(contact),
  };
}
