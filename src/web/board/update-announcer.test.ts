import { expect, test } from 'vitest';
import { testAlert } from '../../../tests/support/test-alert.ts';
import { testStream } from '../../../tests/support/test-stream.ts';
import { catalogues } from '../../../tests/support/catalogues.ts';
import { createTranslate } from '../language/translate.ts';
import { announceChanges, announcementsOf } from './update-announcer.tsx';

const t = createTranslate('en', catalogues.en);
const room = testStream('a', { displayName: 'Room 1', roomStatus: 1 });
const by = { kind: 'user', subject: 's', displayName: 'Anna' } as const;
const medium = { priority: 'medium', status: 3 } as const;

test.each([
  [
    'a fall and its alert share one announcement, which interrupts the screen reader',
    [room],
    [testAlert('x')],
    ['! Room 1: Fall detected'],
  ],
  [
    'an alert of medium priority does not interrupt the screen reader',
    [{ ...room, roomStatus: 3 }],
    [testAlert('x', medium)],
    ['Room 1: Out of bed'],
  ],
  [
    'the announcement of an alert that is raised again says so and interrupts the screen reader',
    [],
    [testAlert('x', { raisedAgainCount: 1 })],
    ['! Room 1: Fall detected, Raised again'],
  ],
  [
    'the announcement of who goes to an alert does not interrupt the screen reader',
    [],
    [testAlert('x', { state: 'acknowledged', by })],
    ['Room 1: Fall detected, On the way: Anna'],
  ],
  [
    'who goes is announced as "A colleague" when the name is not known',
    [],
    [testAlert('x', { state: 'acknowledged', by: { ...by, displayName: null } })],
    ['Room 1: Fall detected, On the way: A colleague'],
  ],
  ['a technical alert is not announced to screen readers', [], [testAlert('x', { priority: 'technical' })], []],
  [
    'another notification of an unanswered fall interrupts the screen reader',
    [{ ...room, alerts: [testAlert('x')] }],
    [],
    ['! Room 1: Fall detected'],
  ],
  [
    'another notification of a fall that somebody answers does not interrupt the screen reader',
    [{ ...room, alerts: [testAlert('x', { by, state: 'attended' })] }],
    [],
    ['Room 1: Fall detected'],
  ],
] as const)('%s', (_, updates, alerts, expected) => {
  const alertChanges = alerts.map((alert) => ({ room, alert }));
  const announcements = announcementsOf({ changed: updates, alertChanges, pauseChanges: [] }, t);
  expect(announcements.map(({ text, isUrgent }) => (isUrgent ? `! ${text}` : text))).toEqual(expected);
});

test('a screen reader announces a second fall in the same room, although its text is the same', () => {
  const fall = (revision: number) => testStream('a', { roomStatus: 1, revision, alerts: [testAlert('x')] });
  const none = { rooms: [testStream('a')], changes: { changed: [], alertChanges: [], pauseChanges: [] }, count: 0 };
  const first = announceChanges(none, [fall(2)]);
  const second = announceChanges(first, [fall(3)]);
  const textsOf = ({ changes }: typeof first) => announcementsOf(changes, t).map(({ text }) => text);
  expect([first, second].map(textsOf)).toEqual([['a: Fall detected'], ['a: Fall detected']]);
  expect([first.count, second.count, announceChanges(second, [fall(3)]).count]).toEqual([1, 2, 2]);
});
