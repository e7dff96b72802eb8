import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import { serverActor } from '../../audit/audit-actors.ts';
import { readCsvHome } from '../home-file/format/read-csv.ts';
import { loadHome } from '../home-file/load-home.ts';
import { changeHome, importFile } from './change-home.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const { clientA } = small;
const rename = { clients: [{ uuid: clientA, displayName: 'Renamed' }] };
const rights = { managed: [everything], seen: [everything] };
const options = { rights, isDryRun: false, now: 0, actor: serverActor };
const nameOf = async (uuid: string) =>
  (await loadHome(app.database.query)).find((node) => node.uuid === uuid)?.displayName;

test('a change is planned again when a command of the operator has changed the home meanwhile', async () => {
  const versions = [1, 2, 2, 2];
  const externalWriteVersion = () => versions.shift() ?? expect.unreachable();
  const { changes } = await changeHome({ ...app.database, externalWriteVersion }, rename, options);
  expect(changes).toHaveLength(1);
  expect(versions).toEqual([]);
  expect(await nameOf(clientA)).toBe('Renamed');
});

test('a change is refused for now when commands of the operator never stop to change the home', async () => {
  const before = await nameOf(clientA);
  let version = 0;
  const externalWriteVersion = () => (version += 1);
  const changed = changeHome({ ...app.database, externalWriteVersion }, rename, options);
  await expect(changed).rejects.toMatchObject({ code: 'unavailable' });
  expect(await nameOf(clientA)).toBe(before);
});

test('other calls are answered while the rows of an import are made', async () => {
  const rooms = Array.from({ length: 1_200 }, (_none, index) => `Anker,Harbour,X,Room ${index}`);
  const file = readCsvHome(['client,location,ward,displayName', ...rooms].join('\n'));
  const events: string[] = [];
  let call: Promise<unknown> | undefined;
  const onProgress = (done: number, total: number) => {
    call ??= app.database.query
      .selectFrom('client')
      .select('uuid')
      .execute()
      .then(() => events.push('answered'));
    events.push(done < total ? 'importing' : 'stored');
  };
  await importFile(app.database, file, { ...options, removeMissing: false, onProgress });
  await call;
  expect(events.indexOf('answered')).toBeGreaterThan(0);
  expect(events.indexOf('answered')).toBeLessThan(events.indexOf('stored'));
});
