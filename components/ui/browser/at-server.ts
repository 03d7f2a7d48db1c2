/**
 * Whether a page is being rendered at the server, without a window, its address and its storage,
 * and where nothing can be measured.
 */
export const atServer = typeof window === "undefined";
