import { expect, test } from 'vitest';
import { connectionOfDraft, draftOfConnection, emptyDraftRoom, withPreset } from './draft.ts';

const connection = {
  name: 'mats',
  preset: 'generic-json',
  topic: 'sensors',
  location: 'harbour',
  rooms: [{ room: 'room-1', device: 'mat-12' }],
  statuses: { 'a=b': 'in_bed', Schläft: '5' },
};

test('a connection that is opened and saved without edits does not change', () => {
  expect(connectionOfDraft(draftOfConnection(connection, ''))).toEqual(connection);
});

test('empty rows of a connection form are not sent, but a row with a device and no room is sent, so that the server reports it', () => {
  const draft = draftOfConnection(connection, '');
  const rooms = [...draft.rooms, emptyDraftRoom(7), { id: 8, room: ' ', names: { device: ' mat-13 ', bed: '' } }];
  expect(connectionOfDraft({ ...draft, rooms }).rooms).toEqual([
    { room: 'room-1', device: 'mat-12' },
    { room: '', device: 'mat-13' },
  ]);
});

test('name and topic of a new connection change when another product is chosen, until the user has edited them', () => {
  const empty = draftOfConnection(undefined, '');
  const frigate = withPreset(empty, 'frigate', []);
  expect(frigate).toMatchObject({ preset: 'frigate', name: 'frigate', topic: 'frigate' });
  expect(withPreset(frigate, 'shelly', [])).toMatchObject({ name: 'shelly', topic: 'shellies' });
  expect(withPreset(frigate, 'axis', [])).toMatchObject({ name: '', topic: '' });
  expect(withPreset({ ...frigate, topic: 'home/cams' }, 'shelly', [])).toMatchObject({ topic: 'home/cams' });
  expect(withPreset(empty, 'frigate', ['frigate']).name, 'a name that another connection has').toBe('');
});
