import { describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { BusyError, checkPassword, hashPassword, type Asker } from "./password";

const unknownDevice: Asker = { name: "192.0.2.1", isKnownDevice: false };

describe("passwords", () => {
  it("match their hash, and no other text does", async () => {
    const { PASSWORD_COST: usual } = config();
    config().PASSWORD_COST = 17;
    const stored = await hashPassword("correct horse battery").finally(
      () => (config().PASSWORD_COST = usual),
    );
    expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    // By the cost that it was hashed with, not by the present setting.
    expect(await checkPassword(stored, "correct horse battery", unknownDevice)).toBe(true);
    expect(await checkPassword(stored, "correct horse batterz", unknownDevice)).toBe(false);
  });

  it("hash differently each time", async () => {
    expect(await hashPassword("the same")).not.toBe(await hashPassword("the same"));
  });

  it("of no account are never right, not even the decoy's, and a broken hash is not", async () => {
    expect(await checkPassword(undefined, "nobody has this password", unknownDevice)).toBe(false);
    expect(await checkPassword("$argon2id$v=19$x", "x", unknownDevice)).toBe(false);
  });
});

describe("many passwords at once", () => {
  const ask = (asker: Asker, done: string[], stored?: string) =>
    checkPassword(stored, "x", asker).then(
      () => void done.push(asker.name),
      (error: unknown) => {
        if (!(error instanceof BusyError)) throw error;
        done.push("busy");
      },
    );

  it("of one client are few, and those of remembered devices go first", async () => {
    const done: string[] = [];
    // So much less work than the others that it ends first of those that begin with it, however
    // busy the machine is.
    const quick = await hashPassword("y");
    const { PASSWORD_COST: usual } = config();
    config().PASSWORD_COST = usual + 4;
    const one = Array.from({ length: 60 }, () => ask(unknownDevice, done));
    await Promise.resolve();
    const crowd = Array.from({ length: 100 }, (_, n) =>
      ask({ name: `198.51.100.${n}`, isKnownDevice: false }, done),
    );
    const fromDevice = ask({ name: "device", isKnownDevice: true }, done, quick);
    await Promise.all([...one, ...crowd, fromDevice]).finally(
      () => (config().PASSWORD_COST = usual),
    );
    expect(done.filter((name) => name === unknownDevice.name)).toHaveLength(8);
    expect(done.filter((name) => name.startsWith("198."))).toHaveLength(14);
    const checked = done.filter((name) => name !== "busy");
    // Two were at work when it came, and one that ran next to it may have ended before.
    expect(checked.indexOf("device")).toBeLessThan(4);
  });
});
