/** The browser for end-to-end tests and benchmarks: path of an executable; undefined when none was found. */
export function findBrowser(): Promise<string | undefined>;
