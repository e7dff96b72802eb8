import { expect, test } from 'vitest';
import { testAlert } from '../../../tests/support/test-alert.ts';
import { testStream } from '../../../tests/support/test-stream.ts';
import { catalogues } from '../../../tests/support/catalogues.ts';
import { createTranslate } from '../language/translate.ts';
import { announcementsOf } from './announcements.ts';

const t = createTranslate('en', catalogues.en);
const room = testStream('a', { displayName: 'Room 1', roomStatus: 1 });
const by = { kind: 'user', subject: 's', displayName: 'Anna' } as const;
const medium = { priority: 'medium', status: 3 } as const;

test.each([
  ['a fall and its alert are announced once and interrupt', [room], [testAlert('x')], ['! Room 1: Fall detected']],
  [
    'an alert of medium priority does not interrupt',
    [{ ...room, roomStatus: 3 }],
    [testAlert('x', medium)],
    ['Room 1: Out of bed'],
  ],
  [
    'an alert that is raised again interrupts and says so',
    [],
    [testAlert('x', { raisedAgainCount: 1 })],
    ['! Room 1: Fall detected, Raised again'],
  ],
  [
    'who goes is announced without interrupting',
    [],
    [testAlert('x', { state: 'acknowledged', by })],
    ['Room 1: Fall detected, On the way: Anna'],
  ],
  [
    'a colleague whose name is not known is on the way',
    [],
    [testAlert('x', { state: 'acknowledged', by: { ...by, displayName: null } })],
    ['Room 1: Fall detected, On the way: A colleague'],
  ],
  ['a technical alert is not announced', [], [testAlert('x', { priority: 'technical' })], []],
  [
    'another notification of an unanswered fall interrupts',
    [{ ...room, alerts: [testAlert('x')] }],
    [],
    ['! Room 1: Fall detected'],
  ],
  [
    'a fall that somebody answers does not',
    [{ ...room, alerts: [testAlert('x', { by, state: 'attended' })] }],
    [],
    ['Room 1: Fall detected'],
  ],
] as const)('%s', (_, updates, alerts, expected) => {
  const alertChanges = alerts.map((alert) => ({ room, alert }));
  const announcements = announcementsOf({ updates, alertChanges, pauseChanges: [] }, t);
  expect(announcements.map(({ text, isUrgent }) => (isUrgent ? `! ${text}` : text))).toEqual(expected);
});
