import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { UserCaller } from '../../http/api-server.ts';
import { encodeFrame, LiveConnection } from './live-connection.ts';

const user = { subject: 'nora', displayName: null, rights: [], roles: [], scopes: [] };
const caller: UserCaller = { user, groups: [], tokenId: 'token', sessionId: undefined, expiresAt: Infinity };

/** Opens a connection, and calls `before` while the rights of its user are checked. */
async function connectionAfter(before: (connection: LiveConnection) => void): Promise<Response> {
  const server = createServer((_request, response) => {
    const connection = new LiveConnection(response, caller, ['ward']);
    before(connection);
    connection.open({}, ': open\n\n', () => undefined);
    connection.send(encodeFrame('data: later\n\n'));
    connection.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${port}`);
    return new Response(await response.text(), response);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each<[string, (connection: LiveConnection) => void, string]>([
  ['a change of its ward is not sent', (viewer) => viewer.send(encodeFrame('data: early\n\n')), 'data: later\n\n'],
  ['it ends when its ward has other rooms', (viewer) => viewer.end(), ''],
])('before the rights of a viewer are checked %s', async (_what, before, rest) => {
  const response = await connectionAfter(before);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(await response.text()).toBe(`: open\n\n${rest}`);
});
