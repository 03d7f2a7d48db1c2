/**
 * Whether a page is being drawn at the server, where nothing is known of the window, its address
 * and its storage, and nothing can be measured.
 */
export const atServer = typeof window === "undefined";
