/** For each call of the contract, a valid request about the objects of a subject. */
import { randomUUID } from 'node:crypto';
import type { allEndpoints } from '../../../src/contract/all-endpoints.ts';
import { deviceCodeGrantType } from '../../../src/contract/wall-boards/wall-boards.ts';
import type { Subject } from './matrix-home.ts';

interface ExampleRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The HTTP statuses for callers who have the right. Default: all that do not refuse for lack of a right. */
  readonly allowed?: readonly number[];
  /** Whether the call adds a place that does not exist. Only an administrator of everything may name such a place. */
  readonly canAdd?: boolean;
  /** Whether only managers of the place can see what the request names. */
  readonly isOfManagers?: boolean;
}

const nothing = (): ExampleRequest => ({});
const byAlert = ({ alert }: Subject): ExampleRequest => ({ params: { id: alert } });
const answer = (subject: Subject) => ({ ...byAlert(subject), body: {} });
const byRoom = ({ room }: Subject, body?: object): ExampleRequest => ({ params: { id: room }, body });
/** The filter `locationUUID` accepts the uuid of a location or of a ward. */
const inWard = ({ ward }: Subject): ExampleRequest => ({ query: { locationUUID: ward } });
const inPlace = ({ ward }: Subject): ExampleRequest => ({ query: { placeUUID: ward } });
const ofWard = ({ ward }: Subject): ExampleRequest => ({ query: { wardUUID: ward } });
const byWallBoard = ({ wallBoard: id }: Subject): ExampleRequest => ({ params: { id } });
const wallBoard = (wardUUID: string) => ({ name: 'Corridor', wardUUID, mayAnswer: false });
/** The query of a FHIR search about the room. */
const sinceAnHour = ({ room }: Subject): ExampleRequest => ({
  query: { subject: `Location/${room}`, date: `ge${new Date(Date.now() - 3_600_000).toISOString()}` },
});
const rules = ({ ward }: Subject) => ({ level: 'ward', uuid: ward });
const anyId = (): ExampleRequest => ({ params: { id: randomUUID() } });
/** Requests about accounts get 404, because the accounts are at an external identity provider. */
const account = (body?: object) => (): ExampleRequest => ({ ...anyId(), body, allowed: [404] });
/** The requests of the first set-up have a wrong code, because nobody knows the right one. */
const setupCode = (body: object) => (): ExampleRequest => ({
  body: { code: 'unknown', ...body },
  allowed: [403, 404, 429],
});
const password = 'a long password of 20';
const person = { username: 'nora', displayName: 'Nora' };
const [key65, key16, token] = ['B'.repeat(87), 'A'.repeat(22), 'A'.repeat(43)];
const subscription = { endpoint: 'http://192.0.2.1/', keys: { p256dh: key65, auth: key16 } };
const phone = { subscription, language: 'en', kind: 'android' };
/** An older version, so that a caller with the right gets the present state and changes nothing. */
const changedRooms = ({ room }: Subject) => [{ uuid: room, version: 'old' }];
const changedWard = ({ ward }: Subject) => ({ level: 'ward', uuid: ward, version: 'old' });

const contactValues = { name: 'front desk', address: 'https://nowhere.invalid/', language: 'en' };
const byContact = ({ contact }: Subject, body: object = {}): ExampleRequest => ({
  params: { id: contact },
  body: { version: 'old', ...body },
  isOfManagers: true,
});

function homeFile({ client, location, ward }: Subject): ExampleRequest {
  const wards = [{ uuid: ward, displayName: 'changed' }];
  const locations = [{ uuid: location, displayName: `location <${location}>`, wards }];
  const clients = [{ uuid: client, displayName: `client <${client}>`, locations }];
  return { body: { format: 'yaml', text: JSON.stringify({ clients }) }, canAdd: true };
}

export const exampleRequests: Readonly<Record<keyof typeof allEndpoints, (subject: Subject) => ExampleRequest>> = {
  listClients: nothing,
  getClient: ({ client }) => ({ params: { id: client } }),
  listLocations: ({ client }) => ({ query: { clientUUID: client } }),
  getLocation: ({ location }) => ({ params: { id: location } }),
  listWards: ({ location }) => ({ query: { locationUUID: location } }),
  getWard: ({ ward }) => ({ params: { id: ward } }),
  listStreams: inWard,
  streamEvents: ofWard,
  listAlerts: inWard,
  acknowledgeAlert: answer,
  withdrawAlert: byAlert,
  attendAlert: answer,
  resolveAlert: (subject) => ({ ...byAlert(subject), body: { resolution: 'helped', attended: true } }),
  getFigures: inPlace,
  exportFigures: (subject) => ({ query: { ...inPlace(subject).query, table: 'rooms' } }),
  listFigureAlerts: inPlace,
  exportFigureAlerts: inPlace,
  startDuty: ({ ward }) => ({ params: { id: ward } }),
  endDuty: ({ ward }) => ({ params: { id: ward } }),
  getHandover: ({ ward }) => ({ params: { id: ward } }),
  markHandoverRead: ({ ward }) => ({ params: { id: ward }, body: { shiftFrom: new Date(0).toISOString() } }),
  addRoomNote: (subject) =>
    byRoom(subject, { uuid: randomUUID(), shiftFrom: new Date(0).toISOString(), text: 'A note' }),
  getRoomHistory: (subject) => byRoom(subject),
  getRoomNights: (subject) => byRoom(subject),
  getWardHistory: ({ ward }) => ({ params: { id: ward } }),
  exportRoomHistory: (subject) => byRoom(subject),
  exportWardHistory: ({ ward }) => ({ params: { id: ward } }),
  exportRoomNights: (subject) => byRoom(subject),
  countErasableHistory: (subject) => byRoom(subject),
  /** Until an hour ago, because other calls are about the alert of the room. */
  eraseHistory: (subject) => ({
    ...byRoom(subject),
    query: { before: new Date(Date.now() - 3_600_000).toISOString() },
  }),
  getFhirMetadata: nothing,
  readFhirLocation: (subject) => byRoom(subject),
  searchFhirLocations: nothing,
  readFhirDevice: (subject) => byRoom(subject),
  searchFhirDevices: nothing,
  readFhirObservation: ({ observation }) => ({ params: { id: observation } }),
  searchFhirObservations: sinceAnHour,
  readFhirFlag: byAlert,
  searchFhirFlags: sinceAnHour,
  pauseRoom: (subject) => byRoom(subject, {}),
  resumeRoom: (subject) => byRoom(subject),
  startDrill: (subject) => byRoom(subject, {}),
  reportBoard: ({ ward }) => ({
    ...anyId(),
    body: { wardUUIDs: [ward], isVisible: true, isAudible: true, wakeLock: 'held', soundCheck: null },
  }),
  listUnknownRoomAlerts: ofWard,
  acknowledgeUnknownRoomAlert: ({ unknownRoomAlert }) => ({ params: { id: unknownRoomAlert } }),
  getUserRole: nothing,
  sendReports: ({ room }) => ({ body: { stream: room, status: 'in_bed' } }),
  sendHeartbeat: ({ room }) => ({ body: { stream: room } }),
  sendToConnection: () => ({ params: { connection: 'house' }, body: {} }),
  settleChange: anyId,
  getMe: nothing,
  listAccounts: account(),
  inviteAccount: account({ ...person, groups: [] }),
  changeAccount: account({ version: '', displayName: 'Nora', groups: [] }),
  createAccountLink: account(),
  disableAccount: account(),
  enableAccount: account(),
  removeAccount: account(),
  listAuditEvents: nothing,
  exportAuditEvents: nothing,
  listContacts: nothing,
  addContact: ({ location }) => ({ body: { locationUUID: location, channel: 'webhook', ...contactValues } }),
  changeContact: (subject) => ({ ...byContact(subject, contactValues), allowed: [409] }),
  replaceContactSecret: (subject) => ({ ...byContact(subject), allowed: [409] }),
  removeContact: (subject) => ({ ...byContact(subject), allowed: [409] }),
  listUndeliveredNotices: nothing,
  sendNoticeAgain: ({ notice }) => ({ params: { id: notice }, isOfManagers: true }),
  testContact: ({ contact }) => ({ params: { id: contact }, isOfManagers: true }),
  listDeviceKeys: nothing,
  createDeviceKey: ({ ward }) => ({ body: { name: 'mat', scope: { kind: 'ward', uuid: ward } } }),
  getEquipment: nothing,
  changeConnection: () => ({ body: { before: null, after: null } }),
  changeBroker: () => ({ body: { version: '', address: null, user: null }, allowed: [409] }),
  listenToMessages: () => ({
    body: { connection: { name: 'a', preset: 'generic-json', topic: 'a', location: 'b', rooms: [] } },
  }),
  listRoomBatteries: ofWard,
  listManagedPlaces: nothing,
  listManagedRooms: ofWard,
  addPlace: ({ location }) => ({
    body: { level: 'ward', uuid: randomUUID(), parentUUID: location, displayName: 'added' },
  }),
  changePlace: (subject) => ({ body: { ...changedWard(subject), displayName: 'changed' }, allowed: [409] }),
  removePlace: (subject) => ({
    body: { ...changedWard(subject), roomCount: 0 },
    allowed: [409],
  }),
  addRooms: ({ ward }) => ({ body: { wardUUID: ward, rooms: [{ uuid: randomUUID(), displayName: 'added' }] } }),
  changeRooms: (subject) => ({ body: { rooms: changedRooms(subject), alias: 'changed' }, allowed: [409] }),
  removeRooms: (subject) => ({ body: { rooms: changedRooms(subject) }, allowed: [409] }),
  importHome: homeFile,
  exportHome: () => ({ query: { format: 'csv' } }),
  getRules: (subject) => ({ query: rules(subject) }),
  changeRules: (subject) => ({ body: { ...rules(subject), version: '', rules: {} } }),
  previewRules: (subject) => ({ body: { ...rules(subject), rules: {} } }),
  checkSetupCode: setupCode({}),
  createFirstAccount: setupCode({ ...person, password }),
  becomeAdministrator: setupCode({}),
  getSetUp: nothing,
  createFirstHome: () => ({ body: { displayName: 'Home', wardName: 'Ward', rooms: ['Room 1'] } }),
  getSystemStatus: nothing,
  makeBackup: () => ({ body: {} }),
  listUnknownRooms: nothing,
  revokeDeviceKey: ({ deviceKey }) => ({ params: { id: deviceKey }, isOfManagers: true }),
  listGroups: nothing,
  changeGroup: () => ({ body: { name: 'group', version: null, rights: [] } }),
  listPhones: nothing,
  // The endpoint is none of a push service, so that no caller adds a phone.
  addPhone: () => ({ body: phone, allowed: [422] }),
  renewPhone: () => ({ body: phone, allowed: [404] }),
  removePhone: account(),
  testPhone: account(),
  judgePhoneTest: account({ isShown: true }),
  confirmPhoneMessage: () => ({ body: { token }, allowed: [404] }),
  answerFromPhone: () => ({ body: { token }, allowed: [404] }),
  movePhone: () => ({ body: { former: subscription, subscription }, allowed: [404] }),
  getOwnAccount: account(),
  changeOwnPassword: account({ password, newPassword: `${password} again` }),
  authorizeWallBoard: () => ({ body: {} }),
  getWallBoardToken: () => ({ body: { grant_type: deviceCodeGrantType, device_code: 'unknown' }, allowed: [400] }),
  getOwnWallBoard: nothing,
  listUncheckedWallBoards: ofWard,
  playTestTone: byWallBoard,
  answerTestTone: (subject) => ({ ...byWallBoard(subject), body: { isHeard: true } }),
  listWallBoards: nothing,
  addWallBoard: ({ ward }) => ({ body: { userCode: 'unknown', ...wallBoard(ward) }, allowed: [422, 429] }),
  changeWallBoard: (subject) => ({
    ...byWallBoard(subject),
    body: { version: 'old', ...wallBoard(subject.ward) },
    allowed: [409],
  }),
  removeWallBoard: byWallBoard,
  // The example of `logout` does nothing, because the call would end the session of the caller.
  logout: nothing,
};
