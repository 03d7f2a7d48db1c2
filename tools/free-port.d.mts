/** Finds a port of 127.0.0.1 at which no process listens, and at which no connection begins. */
export function freePort(): Promise<number>;
