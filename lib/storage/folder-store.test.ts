import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { FolderStore } from "./folder-store";

const file = { sha256: "ab".repeat(32), type: "png" } as const;
const other = { ...file, type: "gif" } as const;

describe("files in a folder", () => {
  it("are stored whole, opened and removed, and no other file is left", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "clarion-media-")), "media");
    const store = new FolderStore(folder);
    expect(await store.open(file)).toBeUndefined();
    expect(await store.has(file)).toBe(false);
    await store.remove(file);
    const bytes = Buffer.from("a picture");
    await Promise.all([store.put(file, bytes), store.put(file, bytes), store.put(file, bytes)]);
    await store.put(file, bytes);
    expect(await store.has(file)).toBe(true);
    expect(await store.has(other)).toBe(false);
    const opened = await store.open(file);
    expect(opened?.bytes).toBe(9);
    expect(opened && (await buffer(opened.stream))).toEqual(bytes);
    expect(readdirSync(join(folder, "ab"))).toEqual([`${file.sha256}.png`]);
    await store.remove(file);
    expect(await store.has(file)).toBe(false);
  });
});
