/** An SMTP server that keeps what it receives. */
import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { portOf } from './webhook-receiver.ts';

interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** The user that logged in. */
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  /** The header and the body as they were sent. */
  readonly source: string;
}

export const mailLogin = { user: 'rooms', password: 'p/ss:w@rd' };

export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === mailLogin.user && password === mailLogin.password) callback(null, { user: username });
      else callback(new Error('wrong password'));
    },
    onData: (stream, { envelope, user, secure }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          user: typeof user === 'string' ? user : undefined,
          isEncrypted: secure,
          source: Buffer.concat(chunks).toString(),
        });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    received,
    port: portOf(server.server.address()),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
      }),
  };
}
