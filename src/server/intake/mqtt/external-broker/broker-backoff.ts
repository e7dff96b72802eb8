/** The pauses between attempts to reach the external broker. Each is twice as long as the one before it. */
export const minBackoffMs = 500;
export const maxBackoffMs = 15_000;

/** From this pause on the lease is offered: another server may reach the broker. A restart of the broker takes less time. */
export const offerBackoffMs = 4_000;
