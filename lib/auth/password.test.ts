import { describe, expect, it } from "vitest";
import { checkPassword, hashPassword } from "./password";

describe("passwords", () => {
  it("are known again, and only they", async () => {
    const stored = await hashPassword("correct horse battery");
    expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(await checkPassword(stored, "correct horse battery")).toBe(true);
    expect(await checkPassword(stored, "correct horse batterz")).toBe(false);
  });

  it("hash differently each time", async () => {
    expect(await hashPassword("the same")).not.toBe(await hashPassword("the same"));
  });

  it("of nobody are never right, not even the decoy's, and a broken hash is not", async () => {
    expect(await checkPassword(undefined, "nobody has this password")).toBe(false);
    expect(await checkPassword("$argon2id$v=19$x", "x")).toBe(false);
  });
});
