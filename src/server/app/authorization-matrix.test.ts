/**
 * Sends each call of the contract as each kind of caller, about an object of the caller's own client, of another client
 * and of none. Compares the response with the right that the contract declares.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequests } from '../../../tests/support/rights/example-requests.ts';
import {
  type MatrixHome,
  startMatrixHome,
  type Subject,
  unknownSubject,
} from '../../../tests/support/rights/matrix-home.ts';
import { pairWallBoard } from '../../../tests/support/wall-boards/pair-wall-board.ts';
import { everything, small } from '../../../tests/support/homes/small-home.ts';
import { allEndpoints } from '../../contract/all-endpoints.ts';
import { requestPathOf, type Endpoint } from '../../contract/endpoint.ts';
import { isPlaceCovered, type Right, type Role, type Scope } from '../../domain/user.ts';

interface Person {
  readonly name: string;
  readonly rights: readonly Right[];
  /** Set for a wall board of the ward. */
  readonly wallBoard?: { readonly mayAnswer: boolean };
}

const right = (role: Role, scope: Scope): Right => ({ role, scope });
const persons: readonly Person[] = [
  { name: 'a user without any right', rights: [] },
  { name: 'a ward nurse of the ward', rights: [right('ward-nurse', { kind: 'ward', uuid: small.wardA1x })] },
  { name: 'a ward nurse of everything', rights: [right('ward-nurse', everything)] },
  { name: 'a ward nurse of another client', rights: [right('ward-nurse', { kind: 'ward', uuid: small.wardB1x })] },
  { name: 'a manager of the location', rights: [right('manager', { kind: 'location', uuid: small.locationA1 })] },
  { name: 'a manager of another client', rights: [right('manager', { kind: 'client', uuid: small.clientB })] },
  {
    name: 'a manager of one ward who is a nurse of another',
    rights: [
      right('manager', { kind: 'ward', uuid: small.wardA1y }),
      right('ward-nurse', { kind: 'ward', uuid: small.wardA1x }),
    ],
  },
  { name: 'an administrator of a client', rights: [right('administrator', { kind: 'client', uuid: small.clientA })] },
  {
    name: 'an administrator of a client who is a nurse of everything',
    rights: [right('administrator', { kind: 'client', uuid: small.clientA }), right('ward-nurse', everything)],
  },
  { name: 'a wall board of the ward', rights: [], wallBoard: { mayAnswer: false } },
  { name: 'a wall board of the ward that may answer', rights: [], wallBoard: { mayAnswer: true } },
  { name: 'an administrator of everything', rights: [right('administrator', everything)] },
];

const endpointsByName: Readonly<Record<string, Endpoint>> = allEndpoints;
const calls = Object.entries(exampleRequests).map(([name, requestAbout]) => {
  return { name, requestAbout, endpoint: endpointsByName[name] ?? expect.unreachable(name) };
});
type MatrixCall = (typeof calls)[number];

const isEverything = ({ kind }: Scope) => kind === 'everything';
const refusals: readonly number[] = [401, 403, 404];

/** Returns the expected refusal, according to the contract. Undefined: the person may make the call. */
function refusalFor(call: MatrixCall, person: Person, subject: Subject): number | undefined {
  const { endpoint, requestAbout } = call;
  const { rights, wallBoard } = person;
  if (wallBoard !== undefined) return refusalOfWallBoard(endpoint, wallBoard, subject);
  const { canAdd = false, isOfManagers = false } = requestAbout(subject);
  const scopesOf = (...roles: readonly Role[]) =>
    rights.filter(({ role }) => roles.includes(role)).map(({ scope }) => scope);
  const scopes = {
    user: scopesOf('ward-nurse', 'manager', 'administrator'),
    manager: scopesOf('manager', 'administrator'),
    administrator: scopesOf('administrator'),
  };
  const { access, reach } = endpoint;
  if (access === 'public') return undefined;
  if (access === 'device') return 401;
  if (access === 'administrator-of-everything') return scopes.administrator.some(isEverything) ? undefined : 403;
  if (access !== 'user' && scopes[access].length === 0) return 403;
  if (reach !== 'named' || isPlaceCovered(scopes[access], subject.place)) return undefined;
  if (subject.place === undefined && canAdd) return scopes[access].some(isEverything) ? undefined : 403;
  return isPlaceCovered(scopes.user, subject.place) && !isOfManagers ? 403 : 404;
}

/** A wall board may make the calls that the contract gives to wall boards, about its ward only. */
function refusalOfWallBoard(
  { access, reach, wallBoards }: Endpoint,
  { mayAnswer }: NonNullable<Person['wallBoard']>,
  { place }: Subject,
): number | undefined {
  if (access === 'public') return undefined;
  if (access === 'device') return 401;
  if (wallBoards === undefined || (wallBoards === 'answer' && !mayAnswer)) return 403;
  return reach !== 'named' || place?.wardUUID === small.wardA1x ? undefined : 404;
}

/** The scopes that the person may see. */
function seenScopesOf({ rights, wallBoard }: Person): readonly Scope[] {
  return wallBoard === undefined ? rights.map(({ scope }) => scope) : [{ kind: 'ward', uuid: small.wardA1x }];
}

async function send({ app }: MatrixHome, { endpoint, requestAbout }: MatrixCall, subject: Subject, bearer?: string) {
  const leave = new AbortController();
  const { params, query, body } = requestAbout(subject);
  const address = requestPathOf(endpoint, { ...(params && { params }), ...(query && { query }) });
  const content = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(`${app.url}/api${address}`, {
    method: endpoint.method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(content !== undefined && { 'content-type': 'application/json' }),
    },
    ...(content !== undefined && { body: content }),
    signal: leave.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await response.text();
  leave.abort();
  return { status: response.status, text, sent: `${address} ${content}` };
}

/** Returns the uuids that the person may not see. Names contain the uuid, so that a response can be searched. */
async function hiddenUuids({ app, own, foreign }: MatrixHome, person: Person): Promise<readonly string[]> {
  const scopes = seenScopesOf(person);
  const rows = await app.database.query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['client_uuid as clientUUID', 'location.uuid as locationUUID', 'ward.uuid as wardUUID', 'stream.uuid'])
    .execute();
  const uuidsOf = ({ clientUUID, locationUUID, wardUUID, uuid }: (typeof rows)[number]) => [
    clientUUID,
    locationUUID,
    wardUUID,
    uuid,
  ];
  const seen = new Set(rows.filter((row) => isPlaceCovered(scopes, row)).flatMap(uuidsOf));
  const subjects = [own, foreign].filter(({ place }) => !isPlaceCovered(scopes, place));
  const places = rows.flatMap(uuidsOf).filter((uuid) => !seen.has(uuid));
  return [...places, ...subjects.flatMap((of) => [of.alert, of.deviceKey, of.unknownRoomAlert, of.wallBoard])];
}

/** Removes from a response the text that the request itself contained about its subject. */
function withoutSubject(text: string, subject: Subject): string {
  const values = Object.values(subject).flatMap((value) => (typeof value === 'string' ? [value] : []));
  return values.reduce((rest, value) => rest.replaceAll(value, ''), text);
}

describe.each(persons)('[API-2] $name', (person) => {
  let home: MatrixHome;
  let token: string;
  let hidden: readonly string[];
  beforeAll(async () => {
    home = await startMatrixHome();
    const { wallBoard } = person;
    token =
      wallBoard === undefined
        ? home.app.users.token([], { rights: person.rights })
        : (await pairWallBoard(home.app, { wardUUID: small.wardA1x, ...wallBoard })).token;
    hidden = await hiddenUuids(home, person);
  });
  afterAll(() => home.app.close());

  const leaksIn = ({ text, sent }: { readonly text: string; readonly sent: string }) =>
    hidden.filter((uuid) => text.includes(uuid) && !sent.includes(uuid));

  test('calls outside the declared rights are refused in the same way for existing and unknown objects, and change nothing', async () => {
    const before = await home.readRows();
    for (const call of calls) {
      const texts = new Set<string>();
      for (const subject of [home.own, home.foreign, unknownSubject]) {
        const refusal = refusalFor(call, person, subject);
        if (refusal === undefined) continue;
        const answer = await send(home, call, subject, token);
        expect(answer.status, `${call.name} about ${subject.name}: ${answer.text}`).toBe(refusal);
        expect(leaksIn(answer), `${call.name} about ${subject.name}`).toEqual([]);
        if (refusal === 404) texts.add(withoutSubject(answer.text, subject));
      }
      expect(texts.size, `${call.name}: ${[...texts].join('\n')}`).toBeLessThan(2);
    }
    expect(await home.readRows()).toEqual(before);
  });

  test('calls within the declared rights succeed, and neither show nor change objects outside these rights', async () => {
    const others = [home.own, home.foreign].filter(({ place }) => !isPlaceCovered(seenScopesOf(person), place));
    const rowsOfOthers = () => home.readRows(others.flatMap(({ ward, room, deviceKey }) => [ward, room, deviceKey]));
    const before = await rowsOfOthers();
    for (const call of calls) {
      for (const subject of [home.own, home.foreign, unknownSubject]) {
        if (refusalFor(call, person, subject) !== undefined) continue;
        const { allowed } = call.requestAbout(subject);
        const answer = await send(home, call, subject, token);
        const isRight = allowed?.includes(answer.status) ?? (answer.status < 500 && !refusals.includes(answer.status));
        expect(isRight, `${call.name} about ${subject.name}: ${answer.status} ${answer.text}`).toBe(true);
        expect(leaksIn(answer), `${call.name} about ${subject.name}`).toEqual([]);
      }
    }
    expect(await rowsOfOthers()).toEqual(before);
  });
});

test('[API-1] each call for users refuses devices, each call for devices refuses users, and both refuse unknown and missing tokens, and nothing changes', async () => {
  const home = await startMatrixHome();
  const before = await home.readRows();
  const { token, deviceKey } = home.app;
  for (const call of calls.filter(({ endpoint }) => endpoint.access !== 'public')) {
    const other = call.endpoint.access === 'device' ? token : deviceKey;
    for (const bearer of [undefined, '', 'unknown', 'null', `${token}x`, `${deviceKey}x`, other]) {
      expect((await send(home, call, home.own, bearer)).status, `${call.name} ${bearer}`).toBe(401);
    }
  }
  expect(await home.readRows()).toEqual(before);
  await home.app.close();
});
