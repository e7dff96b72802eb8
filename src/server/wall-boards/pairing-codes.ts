/** The codes and the token of a wall board. Only hashes of secrets are stored. */
import { hash, randomBytes, randomInt } from 'node:crypto';

/** The prefix of every token. It tells the tokens of wall boards from the access tokens of persons. */
const tokenPrefix = 'rsw_';

/**
 * The letters of a user code: consonants, which are told apart from five metres and form no words (RFC 8628, section
 * 6.1).
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
/** 20^8 codes have 34 bits. With the limit of wrong codes nobody guesses one within its lifetime. */
const letterCount = 8;

/** The code that only the screen knows. */
export function createDeviceCode(): string {
  return randomBytes(32).toString('base64url');
}

export function createUserCode(): string {
  return Array.from({ length: letterCount }, () => letters.charAt(randomInt(letters.length))).join('');
}

/** The user code as the screen shows it, such as `WDJB-MJHT`. */
export function formatUserCode(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** The stored form of a code that a person has typed. */
export function parseUserCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
}

/**
 * The token of the screen with this device code. It is derived, so that a screen that repeats its call after a lost
 * response gets the same token.
 */
export function tokenOfDeviceCode(deviceCode: string): string {
  return tokenPrefix + hash('sha256', `wall board token ${deviceCode}`, 'base64url');
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Returns the token of a wall board in an Authorization header. Undefined: the header has none. */
export function wallBoardTokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(rsw_[\w-]{1,100})$/i.exec(authorization ?? '')?.[1];
}
