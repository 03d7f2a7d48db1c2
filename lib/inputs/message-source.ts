/** Who sends messages: programs, people in the console, and people there who test. */
export const messageSources = ["api", "console", "test"] as const;
/** Who sent a message. */
export type MessageSource = (typeof messageSources)[number];
