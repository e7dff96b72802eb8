import { expect, test } from 'vitest';
import { formatStartMessage } from './start-message.ts';

const linesAt = (publicUrl: string) =>
  formatStartMessage(
    { publicUrl, isDemo: false, host: 'localhost', mqtt: { port: undefined, brokerUrl: undefined } },
    { shownAccounts: [], setupCode: undefined, importedEquipment: undefined },
  );

test.each([
  'http://rooms.example.org',
  'http://192.168.1.20:3001',
  'http://localhost.example.org',
  'http://127.0.0.1.example.org',
])('the start message warns that browsers allow no login at %s', (publicUrl) => {
  expect(linesAt(publicUrl)).toContain(`Nobody can log in at ${publicUrl}: browsers allow it only with https`);
});

test.each([
  'https://rooms.example.org',
  'http://localhost:3001',
  'http://rooms.localhost:3001',
  'http://127.0.0.1:3001',
  'http://[::1]:3001',
])('the start message names %s without a warning', (publicUrl) => {
  expect(linesAt(publicUrl)).toContain(`running at ${publicUrl}`);
  expect(linesAt(publicUrl)).not.toContain('log in at');
});
