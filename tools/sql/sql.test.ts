import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, urlOf } from "@/lib/database/testing";
import { checkStatements, type Exceptions } from "./check";
import { describerOf, type Describe } from "./describe";
import { programOf, statementsOf } from "./statements";

const root = join(import.meta.dirname, "../..");

const program = programOf(
  root,
  (path) =>
    /^(app|lib|prisma|server\.ts)/.test(path) &&
    !/\.test\.tsx?$|\/testing\.ts$|\/generated\//.test(path),
);
const checker = program.getTypeChecker();
const statements = statementsOf(program, root);

const exceptions: Exceptions = {
  built: {
    openServer: "it passes on what it is given",
    rawBy: "it passes on what it is given",
    moveWaiting:
      "its tables and columns are those of one list, which a test holds against the database",
    runRule: "a statement of a compiled rule; a property test runs those of random rules",
    countAmong: "as runRule",
    fillSnapshot: "its rows come from a compiled rule, or another caller; each is tested",
    assertOwn: "its condition and the values of that come from its callers; each is tested",
  },
  neverNull: {
    "subscriptionsOf subscription": "the statement asks for those that have one",
    "switchedOff since": "the statement asks for those that are switched off",
    "claim leaseToken": "the statement sets it",
  },
};

/** A database with all tables, to be asked and to be changed. */
interface MigratedDatabase {
  describer: () => Promise<Describe>;
  script: (text: string) => Promise<unknown>;
  close: () => Promise<unknown>;
}

async function openMigratedDatabase(): Promise<MigratedDatabase> {
  const testDatabase = await openTestDatabase();
  const [row] = await testDatabase.query<{ name: string }>("SELECT current_database() AS name");
  // oxlint-disable-next-line node/no-process-env -- the server that the whole run of tests shares
  const client = new pg.Client(urlOf(process.env["TEST_DATABASE_URL"] ?? "", row?.name ?? ""));
  await client.connect();
  return {
    describer: () => describerOf(client),
    script: (text) => client.query(text),
    close: async () => {
      await client.end();
      await testDatabase.close();
    },
  };
}

describe("the statements of the program", () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await openMigratedDatabase();
  });
  afterAll(() => database.close());

  const check = async () =>
    checkStatements(checker, statements, await database.describer(), exceptions);

  it("name columns that exist, take them for what they are, and are given what they ask for", async () => {
    expect(statements.length).toBeGreaterThan(150);
    expect(await check()).toEqual([]);
  });

  // From here on the tables are changed, for good.
  it("fail when a column gets another name", async () => {
    await database.script("ALTER TABLE service RENAME COLUMN size_rule TO rule_of_size");
    const wrong = await check();
    expect(wrong).toContainEqual(
      expect.stringMatching(/service\/find\.ts:\d+: column s\.size_rule does not exist/),
    );
  });

  it("fail when a column gets another type, or may be empty", async () => {
    await database.script(`ALTER TABLE delivery ALTER COLUMN attempts TYPE text; ALTER TABLE app ALTER COLUMN name DROP NOT NULL;
      ALTER TABLE campaign_order ALTER COLUMN requests TYPE bigint`);
    const wrong = await check();
    expect(wrong).toContainEqual(
      expect.stringMatching(/column “attempts” \(text\) is taken for number: it comes as string/),
    );
    expect(wrong).toContainEqual(
      expect.stringMatching(
        /column “requests” \(int8\) is taken for number: it comes as text from the driver/,
      ),
    );
    expect(wrong).toContainEqual(
      expect.stringMatching(/column “name” \(text\) is taken for string: it may be null/),
    );
  });
});
