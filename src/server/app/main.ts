/**
 * Starts the server: `npm start`. Only this file, room-status.ts and the scripts of the worker threads run code when they
 * are imported.
 */
import { isNodeSupported } from './node-version.ts';

// NOTE: nothing else may be imported above. An old Node fails while it loads the other files.
if (isNodeSupported()) {
  const { runServer } = await import('./run-server.ts');
  await runServer();
}
