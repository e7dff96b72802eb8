/** Passwords are kept as scrypt hashes that carry their own cost, so that the cost can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and three passes: the smallest memory setting the OWASP password cheat sheet still recommends. */
const cost = { log2N: 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

/** `scrypt$15$8$3$<salt>$<key>`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await deriveKey(password, salt, cost);
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Fits no password, and takes as long to find that out as any other hash. */
export const dummyPasswordHash = ['scrypt', cost.log2N, cost.r, cost.p, zeros(saltBytes), zeros(keyBytes)].join('$');

/** Throws on a hash that is not one of ours: the database is damaged. */
export async function isPasswordOfHash(password: string, hash: string): Promise<boolean> {
  const [kind, log2N, r, p, salt, key] = hash.split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) throw new Error('unknown kind of password hash');
  const expected = Buffer.from(key, 'base64url');
  const saltOfHash = Buffer.from(salt, 'base64url');
  const actual = await deriveKey(password, saltOfHash, { log2N: Number(log2N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected);
}

function deriveKey(password: string, salt: Buffer, { log2N, r, p }: typeof cost): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    // The same letters typed on two keyboards can differ in bytes: NFC makes them one.
    scrypt(password.normalize('NFC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function zeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64url');
}
