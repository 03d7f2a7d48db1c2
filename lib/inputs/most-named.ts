/**
 * Identifiers of one kind in one call that counts their devices, at most: more come in several
 * calls.
 */
export const mostNamedInCall = 5_000;
