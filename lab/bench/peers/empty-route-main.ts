/**
 * A POST route that does nothing: the most that an intake of single reports can reach on this machine. Arguments:
 * the name of the peer, and the port.
 */
import { createServer } from 'node:http';
import Fastify from 'fastify';

const [, , kind, port] = process.argv;
const answer = { results: [{ index: 0, outcome: 'accepted', revision: 1 }] };

if (kind === 'empty Fastify route') {
  const app = Fastify();
  app.post('/reports', async () => answer);
  await app.listen({ port: Number(port), host: '127.0.0.1' });
} else {
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      const text = JSON.stringify(answer);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    });
  }).listen(Number(port), '127.0.0.1');
}
