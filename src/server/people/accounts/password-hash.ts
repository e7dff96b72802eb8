/** Hashes passwords with scrypt. A hash contains its cost, so that the cost can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** The cost of a hash, 32 MiB and three passes: the setting with the least memory in the OWASP password cheat sheet. */
const cost = { log2N: 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

/** Returns `scrypt$15$8$3$<salt>$<key>`, with salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await deriveKey(password, salt, cost);
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** A hash of no password. Checking it takes as long as checking a real hash, which hides whether an account exists. */
export const dummyPasswordHash = ['scrypt', cost.log2N, cost.r, cost.p, zeros(saltBytes), zeros(keyBytes)].join('$');

/** The stored hash of an account that has no password yet. */
export const noPasswordHash = '';

/**
 * Whether the password belongs to the hash. No password belongs to `noPasswordHash`, whose check takes as long as any other
 * check. Throws when the hash has another format, which means that the database is damaged.
 */
export async function isPasswordOfHash(password: string, hash: string): Promise<boolean> {
  const [kind, log2N, r, p, salt, key] = (hash === noPasswordHash ? dummyPasswordHash : hash).split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) throw new Error('unknown kind of password hash');
  const expected = Buffer.from(key, 'base64url');
  const saltOfHash = Buffer.from(salt, 'base64url');
  const actual = await deriveKey(password, saltOfHash, { log2N: Number(log2N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected);
}

function deriveKey(password: string, salt: Buffer, { log2N, r, p }: typeof cost): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    // NFC makes the bytes equal, because two keyboards can encode the same letter differently.
    scrypt(password.normalize('NFC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function zeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64url');
}
