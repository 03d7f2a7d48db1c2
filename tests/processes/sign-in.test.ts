import { expect, it } from "vitest";
import { attempt } from "@/e2e/support/exact-request";
import { startServer } from "@/e2e/support/server";

it("behind a trusted proxy each client is its own; sixty guesses at once are no more than a few", async () => {
  const server = await startServer({ TRUSTED_PROXIES: "127.0.0.1, ::1" });
  try {
    const from = (address: string) => ({
      "x-forwarded-for": `10.0.0.1, ${address}`,
      "x-clarion-client": "192.0.2.1",
    });
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        attempt(
          server,
          server.email,
          n === 59 ? server.password : `guess ${n}`,
          from("203.0.113.1"),
        ),
      ),
    );
    // Six at once, and one after each pause of 2, 4, 8, 16 … seconds that a slow machine takes to
    // answer all.
    expect(
      guesses.filter((code) => code?.startsWith("paused:") !== true).length,
    ).toBeLessThanOrEqual(11);
    await expect
      .poll(() => attempt(server, server.email, "one more", from("203.0.113.1")))
      .toMatch(/^paused:([89]|\d\d+)$/);
    expect(await attempt(server, server.email, server.password, from("203.0.113.1"))).toMatch(
      /^paused:\d+$/,
    );
    expect(
      await attempt(server, server.email, server.password, from("203.0.113.2")),
    ).toBeUndefined();
  } finally {
    await server.stop();
  }
});

it("a wrong TRUSTED_PROXIES stops the start and is named", async () => {
  await expect(startServer({ TRUSTED_PROXIES: "proxy.internal" })).rejects.toThrow(
    /TRUSTED_PROXIES: each entry must be an address or a CIDR range/,
  );
});
