import { expect, test } from 'vitest';
import { startMessage } from './start-message.ts';

const linesAt = (publicUrl: string) =>
  startMessage(
    { publicUrl, demo: undefined, host: 'localhost', mqtt: { port: undefined, brokerUrl: undefined } },
    { shownAccounts: [], hasNoAccount: false },
  );

test.each([
  'http://rooms.example.org',
  'http://192.168.1.20:3001',
  'http://localhost.example.org',
  'http://127.0.0.1.example.org',
])('at %s no browser signs anybody in, and the start says so', (publicUrl) => {
  expect(linesAt(publicUrl)).toContain(`Nobody can sign in at ${publicUrl}: browsers allow it only with https`);
});

test.each([
  'https://rooms.example.org',
  'http://localhost:3001',
  'http://rooms.localhost:3001',
  'http://127.0.0.1:3001',
  'http://[::1]:3001',
])('at %s they do', (publicUrl) => {
  expect(linesAt(publicUrl)).toContain(`running at ${publicUrl}`);
  expect(linesAt(publicUrl)).not.toContain('sign in at');
});
