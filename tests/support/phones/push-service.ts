/** A push service for tests. It checks and decrypts messages by itself, as RFC 8030, 8188, 8291 and 8292 say. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify as verifySignature,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { PushPayload } from '../../../src/contract/phones/push-payload.ts';

interface ReceivedPush {
  readonly phone: string;
  /** When it arrived, on the clock of `performance.now()`. */
  readonly at: number;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** Where the operator can be reached. */
  readonly contact: string;
  readonly payload: PushPayload;
}

/** How the service answers for a phone. */
type Behaviour = { readonly status: number; readonly headers?: Record<string, string> } | 'no-response';

interface Subscriber {
  readonly keys: ECDH;
  readonly auth: Buffer;
  behaviour: Behaviour;
}

const Header = z.object({ typ: z.optional(z.literal('JWT')), alg: z.literal('ES256') });
const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** `delayMs`: the time until each response. */
export async function startPushService({ delayMs = 0 } = {}) {
  const subscribers = new Map<string, Subscriber>();
  const pushes: ReceivedPush[] = [];
  const refusals: string[] = [];
  const waiting = new Set<(push: ReceivedPush) => void>();
  let origin = '';

  async function receive(request: IncomingMessage): Promise<Behaviour> {
    const phone = request.url?.slice(1) ?? '';
    const subscriber = subscribers.get(phone);
    if (subscriber === undefined) return { status: 404 };
    const { headers } = request;
    const contact = checkVapid(headers.authorization ?? '', origin);
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('the content encoding is not aes128gcm');
    if (headers.ttl === undefined) throw new Error('there is no TTL');
    const topic = headers['topic']?.toString();
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error('the topic is invalid');
    const body = await buffer(request);
    const at = performance.now();
    const payload = PushPayload.parse(JSON.parse(decrypt(body, subscriber)));
    const { behaviour } = subscriber;
    if (behaviour !== 'no-response' && behaviour.status < 300) {
      const urgency = headers['urgency']?.toString();
      const push = { phone, at, ttl: Number(headers.ttl), urgency, topic, contact, payload };
      pushes.push(push);
      for (const check of waiting) check(push);
    }
    return behaviour;
  }

  const server = createServer((request, response) => {
    void receive(request)
      .catch((error: unknown): Behaviour => {
        refusals.push(String(error));
        return { status: 400 };
      })
      .then(async (behaviour) => {
        if (delayMs > 0) await pause(delayMs);
        return behaviour === 'no-response' ? response : response.writeHead(behaviour.status, behaviour.headers).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the push service has no port');
  origin = `http://127.0.0.1:${address.port}`;

  return {
    origin,
    /** What the service has accepted, the first message first. */
    pushes,
    /** Why messages were refused. */
    refusals,
    /** Creates a subscription, as a browser does. */
    subscribe: () => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const name = randomBytes(12).toString('base64url');
      const auth = randomBytes(16);
      subscribers.set(name, { keys, auth, behaviour: { status: 201 } });
      return {
        endpoint: `${origin}/${name}`,
        keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
      };
    },
    behave: ({ endpoint }: { readonly endpoint: string }, behaviour: Behaviour) => {
      const subscriber = subscribers.get(endpoint.slice(origin.length + 1));
      if (subscriber === undefined) throw new Error('there is no such phone');
      subscriber.behaviour = behaviour;
    },
    /** Resolves to the first message that fits, also to one that is here already. */
    waitFor: (isWanted: (push: ReceivedPush) => boolean): Promise<ReceivedPush> =>
      new Promise((resolve) => {
        const check = (push: ReceivedPush) => {
          if (!isWanted(push)) return;
          waiting.delete(check);
          resolve(push);
        };
        waiting.add(check);
        const found = pushes.find(isWanted);
        if (found !== undefined) check(found);
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Checks the Authorization header of RFC 8292, and returns who has signed it. */
function checkVapid(authorization: string, origin: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('k is no uncompressed P-256 point');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  Header.parse(JSON.parse(Buffer.from(header, 'base64url').toString()));
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verifySignature(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature is wrong');
  const { aud, exp, sub } = Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  if (aud !== origin) throw new Error(`the audience is ${aud}`);
  const seconds = exp - Date.now() / 1000;
  if (seconds <= 0 || seconds > 24 * 3600) throw new Error('the expiry is not within a day');
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('the subject is no contact');
  return sub;
}

/** Decrypts a message of one record (RFC 8188) with the keys of the phone (RFC 8291). */
function decrypt(body: Buffer, { keys, auth }: Subscriber): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > recordSize || body.length > 4096) throw new Error('the message is too long');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = text.lastIndexOf(2);
  if (end === -1 || text.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong');
  return text.subarray(0, end).toString();
}
