import { createLeaseTable } from '../../intake/mqtt/external-broker/lease-table.ts';
import { openBrokerLease } from '../../intake/mqtt/external-broker/open-broker-lease.ts';
import { publishedTopicsOf } from '../../messages/published-topics.ts';
import type { Publisher } from '../../publishing/publisher.ts';
import type { Config } from '../config.ts';
import type { ServerServices } from './create-services.ts';

export interface OpenPublisher extends Publisher {
  /** The first level of the topics. */
  readonly topic: string;
}

type PublisherServices = Pick<ServerServices, 'database' | 'boardFeed' | 'equipment'> & {
  readonly fastify: Pick<ServerServices['fastify'], 'log'>;
};

/** Starts to publish room statuses, if MQTT_PUBLISH is set: to MQTT_PUBLISH_URL, or to the broker that is read. */
export async function openPublisher(
  { database, boardFeed, equipment, fastify: { log } }: PublisherServices,
  { publishing, publicUrl }: Pick<Config, 'publishing' | 'publicUrl'>,
  version: string,
): Promise<OpenPublisher | undefined> {
  if (publishing === undefined) return undefined;
  const { clientId } = await createLeaseTable(database, 'publish').read();
  const { locations, brokerUrl } = publishing;
  const { startPublisher } = await import('../../publishing/publisher.ts');
  const fixedBroker = brokerUrl === undefined ? undefined : { url: brokerUrl };
  const publisher = startPublisher({
    database,
    feed: boardFeed.feed,
    hasOutage: boardFeed.hasOutage,
    locations,
    broker: () => fixedBroker ?? equipment.broker(),
    lease: openBrokerLease({ database, log }, 'publish'),
    publicUrl,
    version,
    log,
  });
  equipment.onBrokerReplaced(publisher.reconnect);
  return { ...publisher, topic: publishedTopicsOf(clientId).root };
}
