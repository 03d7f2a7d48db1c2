import { describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { BusyError, checkPassword, hashPassword, type Asker } from "./password";

const stranger: Asker = { name: "192.0.2.1", known: false };

describe("passwords", () => {
  it("are known again, and only they", async () => {
    const { PASSWORD_COST: usual } = config();
    config().PASSWORD_COST = 17;
    const stored = await hashPassword("correct horse battery").finally(
      () => (config().PASSWORD_COST = usual),
    );
    expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    // By the cost that it was made with, whatever the setting is now.
    expect(await checkPassword(stored, "correct horse battery", stranger)).toBe(true);
    expect(await checkPassword(stored, "correct horse batterz", stranger)).toBe(false);
  });

  it("hash differently each time", async () => {
    expect(await hashPassword("the same")).not.toBe(await hashPassword("the same"));
  });

  it("of no account are never right, not even the decoy's, and a broken hash is not", async () => {
    expect(await checkPassword(undefined, "nobody has this password", stranger)).toBe(false);
    expect(await checkPassword("$argon2id$v=19$x", "x", stranger)).toBe(false);
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

  it("of one asker are few, those of a crowd wait in a short queue, and the known go before them", async () => {
    const done: string[] = [];
    // So much less work than the others that it ends first of those that begin with it, however
    // busy the machine is.
    const quick = await hashPassword("y");
    const { PASSWORD_COST: usual } = config();
    config().PASSWORD_COST = usual + 4;
    const one = Array.from({ length: 60 }, () => ask(stranger, done));
    await Promise.resolve();
    const crowd = Array.from({ length: 100 }, (_, n) =>
      ask({ name: `198.51.100.${n}`, known: false }, done),
    );
    const known = ask({ name: "device", known: true }, done, quick);
    await Promise.all([...one, ...crowd, known]).finally(() => (config().PASSWORD_COST = usual));
    expect(done.filter((name) => name === stranger.name)).toHaveLength(8);
    expect(done.filter((name) => name.startsWith("198."))).toHaveLength(14);
    const checked = done.filter((name) => name !== "busy");
    // Two were at work when it came, and one beside it may have been done before.
    expect(checked.indexOf("device")).toBeLessThan(4);
  });
});
