/** Setup file of the `postgres` project: passes the addresses to the tests. */
import { inject } from 'vitest';

process.env['TEST_DATABASE_URL'] = inject('databaseUrl');
process.env['TEST_NATS_URL'] = inject('natsUrls')[Number(process.env['VITEST_POOL_ID']) - 1];
