import { expect, test } from 'vitest';
import { areLinesComplete, connectionOf, draftOf, emptyRoom } from './draft.ts';

const presets = [
  { name: 'generic-json', isBuiltIn: true, product: 'JSON', documents: [], roles: [] },
  { name: 'mine.json', isBuiltIn: false, product: 'Mine', documents: [], roles: [] },
];
const connection = {
  name: 'mats',
  preset: 'generic-json',
  topic: 'sensors',
  location: 'harbour',
  rooms: [{ room: 'room-1', device: 'mat-12' }],
  statuses: { 'a=b': 'in_bed', Schläft: '5' },
};

test('a connection that is opened and saved without a change stays the same', () => {
  expect(connectionOf(draftOf(connection, ''), presets)).toEqual(connection);
  const { preset: _preset, ...own } = { ...connection, presetFile: 'mine.json' };
  expect(connectionOf(draftOf(own, ''), presets)).toEqual(own);
});

test('empty rows and names of a form are not sent, and a row without a room is, so that the server names it', () => {
  const draft = draftOf(connection, '');
  const rooms = [...draft.rooms, emptyRoom(7), { id: 8, room: ' ', names: { device: ' mat-13 ', bed: '' } }];
  expect(connectionOf({ ...draft, rooms }, presets).rooms).toEqual([
    { room: 'room-1', device: 'mat-12' },
    { room: '', device: 'mat-13' },
  ]);
});

test('a line without a meaning is not complete', () => {
  expect(areLinesComplete('AUF = out_of_bed\n\n zu=in_bed')).toBe(true);
  expect(areLinesComplete('AUF')).toBe(false);
  expect(areLinesComplete('AUF =')).toBe(false);
});
