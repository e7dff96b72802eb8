/** A POST route that does nothing: the upper bound for an intake of single reports here. Argument: the port. */
import Fastify from 'fastify';

const [, , port] = process.argv;
const app = Fastify();
app.post('/reports', async () => ({ results: [{ index: 0, outcome: 'accepted', revision: 1 }] }));
await app.listen({ port: Number(port), host: '127.0.0.1' });
