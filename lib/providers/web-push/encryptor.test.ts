import { createECDH, randomBytes } from "node:crypto";
import ece from "http_ece";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SubscriptionKeysError } from "./encryption";
import { Encryptor } from "./encryptor";

const browserOf = () => {
  const own = createECDH("prime256v1");
  const p256dh = own.generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  return {
    keys: { p256dh, auth },
    read: (body: Buffer) =>
      ece.decrypt(body, { version: "aes128gcm", privateKey: own, authSecret: auth }).toString(),
  };
};
const browsers = Array.from({ length: 150 }, browserOf);

describe.each([0, 1, 2])("encrypting on %i threads", (threads) => {
  let encryptor: Encryptor;
  afterEach(() => encryptor.close());
  const start = async () => {
    encryptor = new Encryptor(threads);
    await vi.waitFor(() => expect(encryptor.ready).toBe(threads), 20_000);
  };

  it("gives each browser what it alone can read", async () => {
    await start();
    const texts = browsers.map((_, n) => (n % 3 === 0 ? "Grüße" : `नमस्ते ${"x".repeat(n * 20)}`));
    const bodies = await Promise.all(
      browsers.map(({ keys }, n) => encryptor.encrypt(texts[n] ?? "", keys)),
    );
    expect(browsers.map(({ read }, n) => read(bodies[n] ?? Buffer.alloc(0)))).toEqual(texts);
  });

  it("refuses the keys that are wrong, and no others", async () => {
    await start();
    const [good] = browsers;
    if (!good) throw new Error("no browser");
    const wrong = { p256dh: "AAAA", auth: "AAAA" };
    const results = await Promise.allSettled(
      [good.keys, wrong, good.keys].map((keys) => encryptor.encrypt("Hello", keys)),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: expect.any(SubscriptionKeysError) as Error });
  });

  it("loses nothing when its threads end in the middle", async () => {
    await start();
    const bodies = Promise.all(browsers.map(({ keys }) => encryptor.encrypt("Hello", keys)));
    // What is collected in this turn has gone to the threads after it.
    await new Promise<void>((resolve) => setImmediate(resolve));
    await encryptor.close();
    expect((await bodies).map((body, n) => browsers[n]?.read(body))).toEqual(
      browsers.map(() => "Hello"),
    );
  });
});
