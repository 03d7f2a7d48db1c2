/**
 * Returns the path of the browser for end-to-end tests and benchmarks; undefined when none is
 * installed.
 */
export function findBrowser(): Promise<string | undefined>;
/**
 * Returns the path of Chromium's headless shell, which shows no notifications; undefined where it
 * is not installed or `CLARION_BROWSER` is set.
 */
export function findHeadlessShell(): string | undefined;
/** Says how to get a browser where {@link findBrowser} finds none. */
export const howToGetOne: string;
