/** A passkey in software (WebAuthn, ES256), for tests without a browser. It writes the binary formats by hand. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;
/** The longest credential id that WebAuthn allows. */
const maxIdBytes = 1_023;

interface Answer {
  readonly challenge: string;
  readonly origin: string;
  /** Default: the user was recognised by fingerprint or PIN. */
  readonly isVerified?: boolean;
}

/** `rpId`: the host name of the site. */
export function createSoftwarePasskey(rpId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(maxIdBytes);
  let counter = 0;

  const authenticatorData = (flags: number, rest = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  };
  const clientData = (type: string, { challenge, origin }: Answer) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const flagsOf = ({ isVerified = true }: Answer) => userPresent + (isVerified ? userVerified : 0);
  const base = { id: base64url(id), rawId: base64url(id), type: 'public-key' } as const;

  return {
    id: base64url(id),

    /** Sets the number of signatures back, as a copy of the passkey would have it. */
    rewind: () => {
      counter = 0;
    },

    /** RegistrationResponseJSON. */
    create: (answer: Answer) => {
      const key = cborMap(
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = cborMap(
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap()],
        [cborText('authData'), cborBytes(authenticatorData(flagsOf(answer) + hasCredential, credential))],
      );
      const clientDataJSON = base64url(clientData('webauthn.create', answer));
      return { ...base, response: { clientDataJSON, attestationObject: base64url(attestation) } };
    },

    /** AuthenticationResponseJSON. `subject`: the account for which the passkey was made. */
    answer: (answer: Answer, subject: string) => {
      const data = authenticatorData(flagsOf(answer));
      const client = clientData('webauthn.get', answer);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...base,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: base64url(Buffer.from(subject)),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function base64url(data: Buffer): string {
  return data.toString('base64url');
}

/** RFC 8949. The lengths here are below 65,536. */
function cborHead(major: number, value: number): Buffer {
  const kind = major * 32;
  if (value < 24) return Buffer.from([kind + value]);
  if (value < 256) return Buffer.from([kind + 24, value]);
  return Buffer.from([kind + 25, Math.floor(value / 256), value % 256]);
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

function cborMap(...entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
