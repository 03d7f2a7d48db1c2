import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/prepare.mjs";

const built = join(root, ".next");
const read = (name: string) => readFileSync(join(built, name), "utf8");

describe("what two builds of one commit share", () => {
  it("is the build id, and the salt of the ids of server actions: both are hashes of the sources", () => {
    const hash = read("clarion-build");
    expect(read("BUILD_ID")).toBe(hash.slice(0, 32));
    const { encryptionKey } = JSON.parse(read("server/server-reference-manifest.json")) as {
      encryptionKey: string;
    };
    expect(Buffer.from(encryptionKey, "base64").toString("hex")).toBe(hash);
  });

  it("does not depend on the folder of the checkout: nothing that is served contains its path", () => {
    const files = readdirSync(join(built, "static"), {
      recursive: true,
      withFileTypes: true,
    }).filter((file) => file.isFile());
    expect(files.length).toBeGreaterThan(10);
    const texts = files
      .filter(({ name }) => /\.(js|css|json)$/.test(name))
      .map((file) => [file.name, readFileSync(join(file.parentPath, file.name), "utf8")]);
    expect(texts.filter(([, text]) => text?.includes(root)).map(([name]) => name)).toEqual([]);
    expect(read("server/server-reference-manifest.json")).not.toContain(root);
  });
});
