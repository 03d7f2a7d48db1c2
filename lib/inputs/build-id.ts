/**
 * The id of the build that this code is of, the same in a page and in the server that drew it;
 * empty in development. Replaced by a constant at build.
 */
// oxlint-disable-next-line node/no-process-env -- see above
export const buildId = process.env["CLARION_BUILD_ID"] ?? "";

/** The header of pages and of answers to their calls with the build id of the server. */
export const buildIdHeader = "x-clarion-build";
