/** `npm run chaos`: does violence to the product while it works, and prints what is left as a table. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runOnServices } = await import('./services/run-on-services.mjs');
await runOnServices('scripts/chaos/run-chaos.ts', ['postgres', 'nats', 'nginx', 'openssl', 'faketime']);
