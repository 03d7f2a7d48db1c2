/** The browser for end-to-end tests and benchmarks: path of an executable; undefined when none was found. */
export function findBrowser(): Promise<string | undefined>;
/** Chromium's headless shell, which shows no notifications: path of an executable; undefined where it is not installed or `CLARION_BROWSER` is set. */
export function findHeadlessShell(): string | undefined;
/** Says how to get a browser where {@link findBrowser} finds none. */
export const howToGetOne: string;
