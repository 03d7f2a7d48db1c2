import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnvironment } from "./environment";
import { refusal } from "./testing";

describe("the environment", () => {
  it("reads secrets from files, less the final newline", () => {
    const file = join(mkdtempSync(join(tmpdir(), "clarion-config-")), "secret");
    writeFileSync(file, `${"s".repeat(32)}\n`);
    expect(parseEnvironment({ APP_SECRET_FILE: file }).APP_SECRET).toBe("s".repeat(32));
    expect(parseEnvironment({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe("s".repeat(32));
    expect(refusal({ APP_SECRET_FILE: `${file}-not` })).toContain("APP_SECRET_FILE");
    expect(refusal({ APP_SECRET_FILE: file, APP_SECRET: "t".repeat(32) })).toContain("set both as");
    for (const text of ["", "\n", "s".repeat(31), `${"s".repeat(32)}\n\n`, "\0".repeat(32)]) {
      writeFileSync(file, text);
      expect(refusal({ APP_SECRET_FILE: file })).toContain(`- APP_SECRET_FILE (${file}):`);
    }
  });

  it("repeats no secret that was written where its file is expected", () => {
    for (const secret of [
      "hush4711",
      "Zm9v/hush4711+YmFy==",
      "postgres://me:hush4711@db.example/clarion",
      "hush4711\\b",
    ])
      for (const name of ["APP_SECRET_FILE", "DATABASE_URL_FILE", "ADMIN_PASSWORD_FILE"]) {
        const message = refusal({ [name]: secret, ADMIN_EMAIL: "a@b.example" });
        expect(message).toContain(`- ${name}: `);
        expect(message).not.toContain("hush4711");
      }
    expect(refusal({ APP_SECRET_FILE: "/run/none/secret" })).toContain(
      "cannot read /run/none/secret (ENOENT)",
    );
  });

  it("takes no file for a secret that is none", () => {
    const folder = mkdtempSync(join(tmpdir(), "clarion-config-"));
    const fileOf = (name: string, bytes: string | Buffer) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const owner = { ADMIN_EMAIL: "a@b.example" };
    expect(
      refusal({ ...owner, ADMIN_PASSWORD_FILE: fileOf("nul", `${"s".repeat(10)}\u0000`) }),
    ).toMatch(/- ADMIN_PASSWORD_FILE \(.*nul\): holds a character/);
    expect(refusal({ APP_SECRET_FILE: fileOf("latin", Buffer.alloc(40, 0xe9)) })).toContain(
      "(not UTF-8)",
    );
    expect(refusal({ APP_SECRET_FILE: "/dev/zero" })).toContain("(more than 65536 bytes)");
    expect(refusal({ APP_SECRET_FILE: folder })).toContain("(EISDIR)");
  });
});
