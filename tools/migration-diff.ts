import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { PGlite } from "@electric-sql/pglite";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { PrismaPGlite } from "pglite-prisma-adapter";

/**
 * The SQL that leads from what the written migrations make to what the schema asks for; empty when they agree.
 * Works offline: Prisma's schema engine as WebAssembly, over a database in memory.
 *
 * @param root folder that holds `prisma/`
 */
export async function migrationDiff(root: string): Promise<string> {
  const engine = await schemaEngine(root);
  const filters = { externalTables: [], externalEnums: [] };
  const { stdout } = await engine.diff({
    from: { tag: "migrations", ...migrationList(root) },
    to: { tag: "schemaDatamodel", files: schemaFiles(root) },
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters,
  } as never);
  const text = (stdout ?? "").trim();
  return text === "-- This is an empty migration." ? "" : withoutMadeAnew(text, writtenIn(root));
}

/**
 * The engine reads no operator class of a B-tree back, and a condition in other words than it was written in, so that it wants to recreate each such index: left out where
 * a migration makes the very same one.
 */
function withoutMadeAnew(text: string, written: string): string {
  let left = text;
  for (const [drop = "", name = ""] of text.matchAll(/-- DropIndex\nDROP INDEX ("\w+");\s*/g)) {
    const [create = "", statement = ""] = new RegExp(`-- CreateIndex\\n(CREATE (?:UNIQUE )?INDEX ${name} ON [^;]*;)\\s*`).exec(text) ?? [];
    if (statement !== "" && written.includes(statement)) left = left.replace(drop, "").replace(create, "");
  }
  return left.trim();
}

function writtenIn(root: string): string {
  return migrationList(root)
    .migrationDirectories.map(({ migrationFile }) => migrationFile.content.value)
    .join("\n");
}

/** As for the engine: to the client `dbgenerated()` says that the database has the time, to the engine it would say nothing. */
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
    .map((name) => ({ path: join("prisma/schema", name), content: readFileSync(join(folder, name), "utf8") }));
}

function migrationList(root: string) {
  const folder = join(root, "prisma/migrations");
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: readFileSync(join(folder, "migration_lock.toml"), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: readFileSync(join(folder, name, "migration.sql"), "utf8") } },
    })),
  };
}

async function schemaEngine(root: string) {
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
  const instance = await WebAssembly.instantiate(engine, { "./schema_engine_bg.js": glue as never });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(new PGlite()) as never);
  return await glue.SchemaEngine.new({ datamodels: schemaFiles(root).map((file) => [file.path, file.content]) }, () => undefined, adapter);
}
