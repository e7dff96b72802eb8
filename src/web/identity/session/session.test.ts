import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyOf } from '../../../../tests/support/memory-storage.ts';
import {
  callback,
  fakeBrowser,
  notifyApi,
  signedInTab,
  started,
} from '../../../../tests/support/session/fake-browser.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('[ROUTE-7] no page is shown until a new tab has asked the other tabs for a session', async () => {
  const { session } = fakeBrowser().openTab();
  expect(session.state().kind).toBe('starting');
  void session.start();
  expect(session.state().kind).toBe('starting');
  await vi.advanceTimersByTimeAsync(600);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: undefined, returnTo: undefined });
});

it.each([
  ['[ROUTE-9] a sign-in returns to the address that the user wanted', '/client/1?x=2#y', '/client/1?x=2#y'],
  ['[ROUTE-9] a sign-in never returns to another site', '//evil.example', '/'],
  ['[ROUTE-9] a sign-in never returns to the callback page', '/callback?code=1', '/'],
])('%s', async (_title, returnTo, opened) => {
  const { openTab } = fakeBrowser();
  const tab = openTab();
  await started(tab.session);
  await tab.session.signIn({ returnTo });
  const { session } = openTab(tab.storage, callback);
  await session.start();
  expect(session.state()).toMatchObject({ kind: 'signed-in', returnTo: opened });
  await expect(session.accessToken()).resolves.toBe('access-1');
});

it('the callback page does not renew the stored session while it redeems a code', async () => {
  const { storage, openTab, provider } = await signedInTab();
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  const before = provider.renewals;
  provider.isDown = true;
  const { session } = openTab(copyOf(storage), callback);
  void session.start();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(session.state()).toMatchObject({ kind: 'completing', isProviderUnavailable: false });
  await vi.advanceTimersByTimeAsync(200);
  expect(session.state()).toMatchObject({ kind: 'completing', isProviderUnavailable: true });
  provider.isDown = false;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(session.state()).toMatchObject({ kind: 'signed-in', returnTo: '/client/1?x=2#y' });
  expect(provider.renewals - before).toBe(0);
});

it('[ROUTE-9] when the login page clears the storage of the tab, the return address and a sign-in that has begun are kept', async () => {
  const { session, storage } = fakeBrowser().openTab();
  await started(session);
  await session.signIn({ returnTo: '/client/1' });
  storage.setItem('room-status:sign-in:state:1', 'the sign-in');
  storage.setItem('room-status:ward:1', 'rooms');
  session.clearStorage();
  expect(storage.getItem('room-status:sign-in:return-to')).toBe('/client/1');
  expect(storage.length).toBe(2);
});

it('[ROUTE-9] the callback page is never the return address, not even when a renewal starts on that page', async () => {
  const { visited, storage, moveTo } = await signedInTab({ givesRefreshTokens: false });
  moveTo(callback);
  await vi.advanceTimersByTimeAsync(9 * 60_000 + 1_000);
  expect(visited).toHaveLength(1);
  expect(storage.getItem('room-status:sign-in:return-to')).toBe('/client/1?x=2#y');
});

it('a sign-in waits until the login page has cleared the storage of the previous user', async () => {
  const { session, visited } = fakeBrowser().openTab();
  session.subscribe(() => {
    expect(visited).toEqual([]);
    session.clearStorage();
  });
  void session.start();
  void session.signIn({ returnTo: '/' });
  await vi.advanceTimersByTimeAsync(300);
  expect(visited).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(visited).toHaveLength(1);
});

it("[API-5] a sign-out hides the rooms, sends the token to the API, clears the tab and opens the provider's sign-out page", async () => {
  const { session, storage, persistentStorage, visited } = await signedInTab();
  storage.setItem('room-status:ward:1', 'last known rooms');
  persistentStorage.setItem('room-status:personal:walk-test:1', 'names and notes');
  const seen: unknown[] = [];
  await session.signOut(async () => {
    seen.push(session.state().kind, await session.accessToken(), [...visited]);
  });
  await vi.advanceTimersByTimeAsync(0);
  // The sign-out calls `stay` to cancel a redirect for a renewal, which would return with a new session.
  expect(seen).toEqual(['signing-out', 'access-1', ['stay']]);
  expect(storage.length).toBe(0);
  expect(persistentStorage.getItem('room-status:personal:walk-test:1')).toBeNull();
  expect(visited).toEqual(['stay', 'https://idp.example/logout']);
  await expect(session.accessToken()).rejects.toThrow('nobody is signed in');
});

it('a sign-out while a renewal prepares its redirect ends at the provider, without a new session', async () => {
  const { session, visited, provider } = await signedInTab({ givesRefreshTokens: false });
  provider.signInDelayMs = 5_000;
  await vi.advanceTimersByTimeAsync(9 * 60_000 + 1_000);
  void session.signOut(notifyApi);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(visited).toEqual(['stay', 'https://idp.example/logout']);
});

it('a tab that is opened during a sign-out does not get the session of the other tab', async () => {
  const { session, openTab } = await signedInTab();
  await session.signOut(async () => {
    expect((await started(openTab().session)).state().kind).toBe('signed-out');
  });
});

it('a new tab that shows the login is signed in when a busy tab answers late', async () => {
  const { openTab, delayMessages } = await signedInTab();
  delayMessages(1_000);
  const { session } = openTab();
  expect((await started(session)).state().kind).toBe('signed-out');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(session.state().kind).toBe('signed-in');
});

it('a late answer signs nobody in when a third tab has signed out meanwhile', async () => {
  const { session, openTab, delayMessages } = await signedInTab();
  const third = openTab();
  await started(third.session);
  delayMessages(1_000);
  const asking = await started(openTab().session);
  // The sign-out is sent at 900 ms, the answer at 1,000 ms.
  await vi.advanceTimersByTimeAsync(300);
  await third.session.signOut(notifyApi);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([session, third.session, asking].map((tab) => tab.state().kind)).not.toContain('signed-in');
});

it('after a sign-out while the provider is down, a sign-in fails until the provider responds, and then asks for the password once', async () => {
  const { session, visited, provider, storage, openTab } = await signedInTab({ isDown: true });
  await session.signOut(notifyApi);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: undefined, returnTo: undefined });
  await expect(session.signIn({ returnTo: '/' })).rejects.toThrow('Failed to fetch');
  expect(visited.splice(0)).toEqual(['stay']);
  provider.isDown = false;
  await session.signIn({ returnTo: '/' });
  await openTab(storage, callback).session.start();
  await session.signIn({ returnTo: '/' });
  expect(visited).toEqual(['login', ''].map((prompt) => `https://idp.example/auth?prompt=${prompt}`));
});

it.each([
  ['is ended with the reason when the API refuses its first token', [], 'token-refused'],
  ['is renewed when the API refuses a token that it has accepted', ['access-1'], 'access-2'],
])('a session %s', async (_what, accepted, outcome) => {
  const { session, provider } = await signedInTab();
  for (const token of accepted) session.tokenAccepted(token);
  const replaced = session.replaceToken('access-1', 'audience').catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  const state = session.state();
  expect([await replaced, state.kind === 'signed-out' ? state.reason : undefined]).toEqual(
    outcome === 'token-refused' ? [undefined, { kind: 'token-refused', cause: 'audience' }] : [outcome, undefined],
  );
  expect(provider.renewals).toBe(accepted.length);
});

it('a token that replaced a refused token is not replaced when the API refuses it too, even if the API has accepted it before', async () => {
  const { session, provider } = await signedInTab();
  session.tokenAccepted('access-1');
  const replaced = session.replaceToken('access-1');
  await vi.advanceTimersByTimeAsync(1_000);
  session.tokenAccepted(await replaced);
  await expect(session.replaceToken('access-2')).rejects.toThrow('nobody is signed in');
  expect(provider.renewals).toBe(1);
  expect(session.state()).toMatchObject({ reason: { kind: 'token-refused' } });
});
