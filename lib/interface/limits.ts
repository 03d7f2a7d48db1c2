/**
 * Every limit of the wire contract, once. The schema, the API reference and the console read these.
 */

/**
 * Bytes of the payload (interface 4 rule 5, contract 3): the body, or the body without
 * `destination`, as the service chooses.
 */
export const PAYLOAD_BYTES = 4_096;
/** Bytes of the body that are read at most, under any size rule (contract 1). */
export const BODY_BYTES = 1_048_576;
/**
 * Entries of `destination`, and identifiers in all of them together (interface 2.1, contract 2 code
 * 7009).
 */
export const DESTINATIONS = 1_000;
/** UTF-8 bytes of `correlationid`, of the request and of an entry (interface 2.1, contract 3). */
export const CORRELATIONID_BYTES = 50;
/** Seconds: android `time_to_live` (interface 2.5). */
export const ANDROID_TIME_TO_LIVE = 2_419_200;
/** Seconds: ios `time_to_live` (interface 2.7). */
export const IOS_TIME_TO_LIVE = 2_592_000;
/** Seconds: web `time_to_live` that is sent at most (interface 2.8). */
export const WEB_TIME_TO_LIVE = 2_419_200;
/**
 * Seconds: web `time_to_live` that is accepted, with a warning, and sent as {@link
 * WEB_TIME_TO_LIVE} (contract 4).
 */
export const WEB_TIME_TO_LIVE_ACCEPTED = 51_840_000;
/** ios `badge`: the largest signed 32-bit integer, which is what the device keeps. */
export const BADGE = 2_147_483_647;
/** UTF-8 bytes of ios `collapse_key`: the provider's limit on its header. */
export const IOS_COLLAPSE_KEY_BYTES = 64;
/** Levels of nesting of the body (contract 4). */
export const NESTING = 32;
/** Position of the last interactive button (interface 2.10). */
export const BUTTONS = 2;
/**
 * Warnings reported for one request; a body of a mebibyte may hold far more oddities than anybody
 * reads.
 */
export const WARNINGS = 100;
/** Problems reported for one request, for the same reason; a body of 4 KB cannot hold as many. */
export const PROBLEMS = 2_000;
