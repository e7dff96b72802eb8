/** Logs when the connection to the external broker fails, and when it is there again. */
import type { LogRefusal } from '../refusal-log.ts';
import { BrokerRefusalError } from './broker-connection.ts';

export interface ReaderLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** `broker`: its address, without a password. */
export function createConnectionLog(broker: string, log: ReaderLog, logRefusal: LogRefusal) {
  let isFailing = false;
  return {
    connected: (details: object) => {
      // At the level of the failure before, so that the log never shows the failure alone.
      if (isFailing) log.warn({ broker, ...details }, 'connected to the MQTT broker again');
      else log.info({ broker, ...details }, 'connected to the MQTT broker');
      isFailing = false;
    },
    failed: (wasConnected: boolean, error: unknown) => {
      isFailing = true;
      const reason = error instanceof BrokerRefusalError ? 'broker-refused' : 'broker-away';
      logRefusal(wasConnected ? 'broker-lost' : reason, { topic: broker }, error);
    },
  };
}
