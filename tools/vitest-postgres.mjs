import { temporaryPostgres } from "./postgres.mjs";

/** One PostgreSQL for a whole run of tests, where there is one to be had; without it they run on the embedded database alone, and it is said. */
export async function setup() {
  const postgres = await temporaryPostgres();
  if (!postgres) {
    process.stdout.write("\nSKIPPED: tests on PostgreSQL. None was found; set TEST_DATABASE_URL or install postgresql.\n\n");
    return undefined;
  }
  process.env.TEST_DATABASE_URL = postgres.url;
  return () => postgres.stop();
}
