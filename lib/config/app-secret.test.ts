import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { storedSecret } from "./app-secret";
import { StartError } from "./start-error";
import { createFile, makeFolder, replaceFile } from "./write-file";

const folder = () => mkdtempSync(join(tmpdir(), "clarion-secret-"));

describe("the secret in the data folder", () => {
  it("is created once, for its owner alone, and leaves no other file", () => {
    const dataDir = join(folder(), "not", "yet");
    const secret = storedSecret(dataDir);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(storedSecret(dataDir)).toBe(secret);
    expect(readdirSync(dataDir)).toEqual(["app-secret"]);
    expect(statSync(join(dataDir, "app-secret")).mode & 0o777).toBe(0o600);
  });

  it.each([0, 1, 20, 42, 43])("stops the start when %i of its 44 bytes are left", (bytes) => {
    const dataDir = folder();
    const secret = storedSecret(dataDir);
    const file = join(dataDir, "app-secret");
    truncateSync(file, bytes);
    const start = () => storedSecret(dataDir);
    expect(start).toThrow(StartError);
    expect(start).toThrow(new RegExp(`^${file} is (empty|damaged).*APP_SECRET`));
    expect(start).not.toThrow(secret.slice(0, 8));
    expect(statSync(file).size).toBe(bytes);
  });

  it.each(["\0".repeat(44), `${"a".repeat(44)}\n`, `${" ".repeat(43)}\n`, `${"é".repeat(43)}\n`])(
    "stops the start when it reads %j",
    (text) => {
      const dataDir = folder();
      writeFileSync(join(dataDir, "app-secret"), text);
      expect(() => storedSecret(dataDir)).toThrow(StartError);
    },
  );

  it("is not generated for a database that has one", () => {
    const dataDir = folder();
    mkdirSync(join(dataDir, "database"));
    expect(() => storedSecret(dataDir)).toThrow(
      /app-secret is missing, and the secrets.*APP_SECRET/,
    );
    expect(readdirSync(dataDir)).toEqual(["database"]);
  });

  it("is the same for processes that make it at once", async () => {
    const processes = await Promise.all(Array.from({ length: 3 }, maker));
    try {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const dataDir = folder();
        const at = Date.now() + 3;
        const secrets = await Promise.all(processes.map((child) => secretOf(child, dataDir, at)));
        expect(new Set([...secrets, storedSecret(dataDir)]).size).toBe(1);
      }
    } finally {
      for (const child of processes) child.kill();
    }
  });
});

describe("writing a file", () => {
  it("makes the folders that it lies in, or says why not", () => {
    const deep = join(folder(), "a", "b", "c");
    makeFolder(deep);
    makeFolder(deep);
    writeFileSync(join(deep, "file"), "");
    expect(() => makeFolder(join(deep, "file"))).toThrow(/EEXIST/);
    expect(() => makeFolder(join(deep, "file", "below"))).toThrow(/ENOTDIR/);
  });

  it("makes it for one, and replaces it on request", () => {
    const file = join(folder(), "file");
    expect(createFile(file, "one")).toBe(true);
    expect(createFile(file, "two")).toBe(false);
    expect(readFileSync(file, "utf8")).toBe("one");
    replaceFile(file, "three");
    expect(readFileSync(file, "utf8")).toBe("three");
    expect(readdirSync(join(file, ".."))).toEqual(["file"]);
  });
});

/** A process that makes secrets in the given folders, at the given moments. */
async function maker(): Promise<ChildProcess> {
  const program = `import { storedSecret } from ${JSON.stringify(join(import.meta.dirname, "app-secret.ts"))};
    process.on("message", ({ dataDir, at }) => { while (Date.now() < at); process.send(storedSecret(dataDir)); });
    process.send("ready");`;
  const child = fork("-", { execArgv: ["--import", "tsx", "--input-type=module", "-e", program] });
  await once(child, "message");
  return child;
}

async function secretOf(child: ChildProcess, dataDir: string, at: number): Promise<string> {
  const said = once(child, "message");
  child.send({ dataDir, at });
  return String((await said)[0]);
}
