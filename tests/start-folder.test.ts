import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/database/open";
import { setDatabase, type Database } from "@/lib/database/sql";
import { assertAppSecret } from "@/lib/directory/app-secret";
import {
  expectSentence,
  onDisk,
  startInVain,
  withFilesOf,
  type CommandPrefix,
} from "./failing-start";

const root = mkdtempSync(join(tmpdir(), "clarion-start-"));
const secret = "a secret of the tests of the start";
let number = 0;
/** A data folder with an empty database of this version in it. */
const emptyFolder = join(root, "made");

beforeAll(async () => {
  await changed(emptyFolder, () => Promise.resolve());
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder's database, changed behind Clarion's back. */
async function changed(
  dataDir: string,
  change: (database: Database) => Promise<unknown>,
): Promise<string> {
  const opened = await openDatabase(
    { DATA_DIR: dataDir, DATABASE_URL: undefined },
    join(import.meta.dirname, ".."),
  );
  try {
    await change(opened);
  } finally {
    setDatabase(undefined);
    await opened.close();
  }
  return dataDir;
}
function newFolder(): string {
  const folder = join(root, String((number += 1)));
  mkdirSync(folder);
  return folder;
}
function copyOfMade(): string {
  const folder = newFolder();
  cpSync(emptyFolder, folder, { recursive: true });
  return folder;
}
const start = (
  dataDir: string,
  settings: Record<string, string> = {},
  before: CommandPrefix = [],
) => startInVain({ DATA_DIR: dataDir, APP_SECRET: secret, ...settings }, before);
const clusterOf = (dataDir: string) => join(dataDir, "postgresql");

describe("a start in vain says what to do: the data folder", () => {
  it("is a file, or below one", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    for (const settings of [{}, { APP_SECRET: "" }]) {
      expectSentence(
        await start(file, settings),
        /is a file or lies below one\. Set DATA_DIR to a folder/,
      );
      expectSentence(
        await start(join(file, "below"), settings),
        /is a file or lies below one\. Set DATA_DIR to a folder/,
      );
    }
  });

  it("is on a disk that can only be read", async ({ skip }) => {
    const folder = newFolder();
    const disk = onDisk(folder, "ro");
    if (!disk) return skip();
    expectSentence(await start(folder, {}, disk), /on a read-only disk\. Set DATA_DIR/);
    expectSentence(
      await start(folder, { APP_SECRET: "" }, disk),
      /on a read-only disk\. Set DATA_DIR/,
    );
  });

  // No folder is closed to root.
  it.runIf(process.getuid?.() !== 0)("is closed to this user", async () => {
    const folder = newFolder();
    chmodSync(folder, 0o500);
    expectSentence(
      await start(folder, { APP_SECRET: "" }),
      /cannot be read or written \(EACCES\).*DATA_DIR/,
    );
  });

  it.runIf(process.platform === "linux")("cannot be created", async () => {
    expectSentence(
      await start("/proc/clarion"),
      /^\/proc\/clarion cannot be used \(ENOENT\)\. Set DATA_DIR/,
    );
  });

  it("is on a disk without room for a secret, and leaves no empty one", async ({ skip }) => {
    const limited = newFolder();
    expectSentence(
      await start(limited, { APP_SECRET: "" }, withFilesOf(0)),
      /app-secret is full\. Free up space, or set DATA_DIR/,
    );
    expect(readdirSync(limited)).toEqual([]);
    const folder = newFolder();
    const disk = onDisk(folder, "size=4k", `head -c 4096 /dev/zero > "${folder}/filler" && `);
    if (!disk) return skip();
    expectSentence(
      await start(folder, { APP_SECRET: "" }, disk),
      /app-secret is full\. Free up space, or set DATA_DIR/,
    );
  });

  it("is on a disk without room for a database, and leaves none that the next start would take for whole", async () => {
    const limited = newFolder();
    expectSentence(
      await start(limited, {}, withFilesOf(4_000)),
      /postgresql is full\. Free up space, or set DATA_DIR/,
      limited,
    );
    expect(readdirSync(limited)).toEqual([]);
    const disk = onDisk(limited, "size=3m");
    if (disk)
      expectSentence(
        await start(limited, {}, disk),
        /postgresql is full\. Free up space, or set DATA_DIR/,
      );
    await changed(limited, async (opened) =>
      expect(await opened.query("SELECT 1 AS one")).toEqual([{ one: 1 }]),
    );
  });

  it("is used by another process", async () => {
    const folder = copyOfMade();
    await changed(folder, async () =>
      expectSentence(
        await start(folder),
        /is in use by another Clarion \(its PostgreSQL server is process \d+\)\..*DATA_DIR.*DATABASE_URL/,
      ),
    );
  });

  it("holds a secret that is empty or cut", async () => {
    const folder = newFolder();
    for (const text of ["", "cut"]) {
      writeFileSync(join(folder, "app-secret"), text);
      expectSentence(
        await start(folder, { APP_SECRET: "" }),
        /app-secret is (empty|damaged).*set APP_SECRET/,
      );
    }
  });

  it("holds a damaged database, or another PostgreSQL's", async () => {
    const damages: [(cluster: string) => void, RegExp][] = [
      [
        (cluster) => truncateSync(join(cluster, "global/pg_control"), 10),
        /could not be started \(.*pg_control.*restore DATA_DIR from a backup/,
      ],
      [
        (cluster) => rmSync(join(cluster, "PG_VERSION")),
        /is damaged \(it has no PG_VERSION\)\. Restore DATA_DIR from a backup/,
      ],
      [
        (cluster) => writeFileSync(join(cluster, "PG_VERSION"), "9\n"),
        /is of PostgreSQL 9, but this version of Clarion uses PostgreSQL 18\..*DATA_DIR/,
      ],
      [
        (cluster) => rmSync(join(cluster, "base"), { recursive: true }),
        /The database .*restore DATA_DIR from a backup/,
      ],
      [
        (cluster) => rmSync(join(cluster, "pg_wal"), { recursive: true }),
        /could not be started \(.*pg_wal.*restore DATA_DIR from a backup/,
      ],
    ];
    for (const [damage, sentence] of damages) {
      const folder = copyOfMade();
      damage(clusterOf(folder));
      expectSentence(await start(folder), sentence, folder);
    }
  });

  it("holds the database of a former version", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "postgres"));
    writeFileSync(join(folder, "postgres/PG_VERSION"), "17\n");
    expectSentence(
      await start(folder),
      /postgres is the embedded database of a former version.*Set DATA_DIR to another folder, or remove/,
      folder,
    );
  });

  it("holds a database that a newer version has used", async () => {
    const folder = await changed(copyOfMade(), (database) =>
      database.query(
        "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'c', '29990101000000_ahead', now())",
      ),
    );
    expectSentence(
      await start(folder),
      /migration that this version does not know \(29990101000000_ahead\).*newer version of Clarion.*DATA_DIR/,
      folder,
    );
  });

  it("holds a database of an earlier version's migrations", async () => {
    const folder = await changed(copyOfMade(), (database) =>
      database.query(
        "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'c', '20260101000000_old', now())",
      ),
    );
    expectSentence(
      await start(folder),
      /is of an earlier version \(its migration 20260101000000_old\), and cannot be migrated to this one\. Set DATA_DIR to an empty database/,
      folder,
    );
  });

  it("holds something in the way of a migration", async () => {
    const folder = await changed(copyOfMade(), (database) =>
      database.query("DELETE FROM _prisma_migrations"),
    );
    expectSentence(
      await start(folder),
      /^Migration \d+_initial failed \(.* already exists, 42\w{3}\) and changed nothing\. .*DATA_DIR/,
      folder,
    );
  });

  it("was sealed with another secret, whether or not that was noted", async () => {
    // This process's own secret is another one.
    const noted = await changed(copyOfMade(), () => assertAppSecret());
    expectSentence(await start(noted), /^APP_SECRET is not the one .*: set APP_SECRET/, noted);
    const service =
      "WITH made AS (INSERT INTO service (id, name) VALUES (gen_random_uuid(), 'S') RETURNING id) INSERT INTO jwt_secret (id, service_id, sealed) SELECT gen_random_uuid(), id, '\\x0123' FROM made";
    const older = await changed(copyOfMade(), (database) => database.query(service));
    expectSentence(await start(older), /^APP_SECRET is not the one .*: set APP_SECRET/, older);
  });

  it("holds a sandbox that cannot be read", async () => {
    const folder = copyOfMade();
    writeFileSync(join(folder, "lab.json"), "{");
    expectSentence(await start(folder), /lab\.json is not JSON: remove it/, folder);
  });
});

describe("a start in vain says what to do: the address", () => {
  it("has a port that is in use", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const folder = newFolder();
    expectSentence(
      await start(folder, { PORT: String(port) }),
      new RegExp(`^Port ${port} is in use\\. .* PORT `),
    );
    expect(readdirSync(folder)).toEqual([]);
    server.close();
  });

  it("is none of this machine's, or of no machine", async () => {
    for (const HOST of ["203.0.113.1", "no-such-host.invalid"])
      expectSentence(
        await start(newFolder(), { HOST }),
        new RegExp(`^HOST ${HOST} is not an address of this machine.*Set HOST to`),
      );
  });
});
