import { expect, test } from 'vitest';
import { languages } from '../../../../domain/language.ts';
import { renderExpiredPage, renderFailurePage, renderSignOutPage } from './message-page.ts';
import { renderSignInPage, type SignInPageOptions } from './sign-in-page.ts';

const assets = {
  styleUrl: '/idp/assets/provider.css',
  logoUrl: '/idp/assets/logo.svg',
  linkScriptUrl: '/idp/assets/open-link.js',
};
const plain: SignInPageOptions = {
  assets,
  language: 'en',
  action: '/idp/sign-in/1?lng=en',
  username: '',
  demoAccounts: [],
};

test('the sign-in form escapes a username that contains HTML', () => {
  const username = `"><script>alert('1')</script>&`;
  const { text } = renderSignInPage({ ...plain, username, failure: { kind: 'wrong' } });
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;"');
  expect(text).not.toContain('<script');
});

test.each(languages.map(({ code }) => code))('no page in language %s has inline scripts or styles', (language) => {
  const message = { assets, language, startUrl: '/login' };
  const demoAccounts = [{ username: 'nurse', password: 'room-status' }] as const;
  const pages = [
    renderSignInPage({ ...plain, language, demoAccounts, failure: { kind: 'too-many', waitMs: 30_000 } }),
    renderExpiredPage(message),
    renderFailurePage(message, 'invalid_client: <unknown>'),
    renderSignOutPage(message, '<form id="op.logoutForm"></form>'),
  ];
  for (const { text } of pages) {
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|<unknown>/i);
  }
});

test('a sign-in error has the role alert and describes both fields, and the first empty field gets the focus', () => {
  const failed = renderSignInPage({ ...plain, username: 'nurse', failure: { kind: 'wrong' } }).text;
  expect(failed).toMatch(/id="failure"\s+role="alert"/);
  expect(failed.match(/aria-invalid="true" aria-describedby="failure"/g)).toHaveLength(2);
  const focused = (text: string) => /<input[^>]*\sid="(\w+)"[^>]*autofocus/.exec(text)?.[1];
  expect(focused(failed)).toBe('password');
  expect(focused(renderSignInPage(plain).text)).toBe('username');
});
