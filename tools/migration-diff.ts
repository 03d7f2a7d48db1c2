import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { temporaryPostgres } from "./postgres";

/**
 * The SQL that leads from what the written migrations make to what the schema asks for; empty when
 * they agree. Works offline: Prisma's schema engine as WebAssembly, over a database of its own.
 *
 * @param root folder that holds `prisma/`
 */
export async function migrationDiff(root: string): Promise<string> {
  const postgres = await temporaryPostgres();
  const server = new pg.Pool({ connectionString: postgres.url });
  const name = `clarion_diff_${randomUUID().replaceAll("-", "")}`;
  await server.query(`CREATE DATABASE ${name}`);
  const pool = new pg.Pool({
    connectionString: Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
  });
  const engine = await schemaEngine(root, await emptyDatabase(pool));
  const filters = { externalTables: [], externalEnums: [] };
  const { stdout } = await engine.diff({
    from: { tag: "migrations", ...migrationList(root) },
    to: { tag: "schemaDatamodel", files: schemaFiles(root) },
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters,
  } as never);
  await pool.end();
  await server.query(`DROP DATABASE ${name}`);
  await server.end();
  await postgres.stop();
  const text = (stdout ?? "").trim();
  return text === "-- This is an empty migration."
    ? ""
    : withoutRecreatedIndexes(text, writtenIn(root));
}

/**
 * The engine reads no operator class of a B-tree back, and a condition in other words than it was
 * written in, so that it wants to recreate each such index: left out where a migration makes the
 * very same one.
 */
function withoutRecreatedIndexes(text: string, migrationText: string): string {
  let left = text;
  for (const [drop = "", name = ""] of text.matchAll(/-- DropIndex\nDROP INDEX ("\w+");\s*/g)) {
    const [create = "", statement = ""] =
      new RegExp(`-- CreateIndex\\n(CREATE (?:UNIQUE )?INDEX ${name} ON [^;]*;)\\s*`).exec(text) ??
      [];
    if (statement !== "" && migrationText.includes(statement))
      left = left.replace(drop, "").replace(create, "");
  }
  return left.trim();
}

function writtenIn(root: string): string {
  return migrationList(root)
    .migrationDirectories.map(({ migrationFile }) => migrationFile.content.value)
    .join("\n");
}

/**
 * As for the engine: to the client `dbgenerated()` says that the database has the time, to the
 * engine it would say nothing.
 */
function schemaFiles(root: string): { path: string; content: string }[] {
  return schemaTexts(root).map(({ path, content }) => ({
    path,
    content: content.replaceAll("@default(dbgenerated())", "@default(now())"),
  }));
}

/** The files of the schema as they stand. */
export function schemaTexts(root: string): { path: string; content: string }[] {
  const folder = join(root, "prisma/schema");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".prisma"))
    .sort()
    .map((name) => ({
      path: join("prisma/schema", name),
      content: readFileSync(join(folder, name), "utf8"),
    }));
}

function migrationList(root: string) {
  const folder = join(root, "prisma/migrations");
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(join(folder, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** PostgreSQL's numbers of the type "char", which its catalogue has, and of its arrays. */
const char = 18;
const chars = 1002;

/**
 * The database of a pool, as the one on which the engine applies the migrations. Prisma's adapter
 * alone would cut a script at each semicolon, in the body of a function, too, and knows arrays of
 * "char", but no "char".
 */
async function emptyDatabase(pool: pg.Pool) {
  const query = pool.query.bind(pool) as (...values: unknown[]) => Promise<pg.QueryResult>;
  const withArrays = async (...values: unknown[]) => {
    const result = await query(...values);
    for (const field of result.fields ?? [])
      if (field.dataTypeID === char) field.dataTypeID = chars;
    return result;
  };
  Object.assign(pool, { query: withArrays });
  const adapter = await new PrismaPg(pool).connect();
  const read = adapter.queryRaw.bind(adapter);
  const queryRaw = async (...values: Parameters<typeof adapter.queryRaw>) => {
    const result = await read(...values);
    const { Character, CharacterArray } = ColumnTypeEnum;
    return {
      ...result,
      columnTypes: result.columnTypes.map((type) => (type === CharacterArray ? Character : type)),
    };
  };
  return Object.assign(adapter, {
    queryRaw,
    executeScript: async (script: string) => void (await query(script)),
    dispose: () => Promise.resolve(),
  });
}

async function schemaEngine(root: string, database: Awaited<ReturnType<typeof emptyDatabase>>) {
  const require = createRequire(import.meta.url);
  const folder = join(require.resolve("@prisma/schema-engine-wasm"), "..");
  const glue = (await import(join(folder, "schema_engine_bg.js"))) as Record<string, unknown> & {
    __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
    SchemaEngine: {
      new: (
        options: unknown,
        debug: (text: string) => void,
        adapter: unknown,
      ) => Promise<{ diff: (params: never) => Promise<{ stdout: string | null }> }>;
    };
  };
  const engine = await WebAssembly.compile(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const instance = await WebAssembly.instantiate(engine, {
    "./schema_engine_bg.js": glue as never,
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  const same = () => Promise.resolve(database);
  const factory = {
    provider: database.provider,
    adapterName: database.adapterName,
    connect: same,
    connectToShadowDb: same,
  };
  const adapter = bindMigrationAwareSqlAdapterFactory(factory as never);
  return await glue.SchemaEngine.new(
    { datamodels: schemaFiles(root).map((file) => [file.path, file.content]) },
    () => undefined,
    adapter,
  );
}
