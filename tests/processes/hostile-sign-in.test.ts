import { describe, expect, inject, it } from "vitest";
import { signInByHttp } from "@/e2e/support/http-session";
import { inBatches } from "./in-batches";

const server = inject("shared");

const attempt = async (email: unknown, password: unknown) => {
  const { status, error } = await signInByHttp(server, { email, password });
  return { status, error };
};

describe("a sign-in", () => {
  it("with something that cannot be an address is refused", async () => {
    for (const email of [
      "a\u0000@example.com",
      "\ud800",
      "x".repeat(100_000),
      "",
      `${server.email}\u0000`,
      ["owner@example.com"],
      { a: 1 },
      null,
    ])
      expect(
        await attempt(email, server.password),
        `${JSON.stringify(email)?.slice(0, 80)}`,
      ).toEqual(
        typeof email === "string" && email.length === 100_000
          ? { status: 413, error: null }
          : { status: 401, error: "wrong" },
      );
  });

  it("with something that cannot be a password is refused", async () => {
    expect(await attempt("somebody@example.com", "a\u0000b")).toEqual({
      status: 401,
      error: "wrong",
    });
  });

  it.each([
    "signin",
    "signout",
    "error",
    "session",
    "csrf",
    "providers",
    "callback/credentials",
    "_log",
    "%00",
    "%ff",
    "callback/%00",
  ])("by hostile queries and bodies of /api/auth/%s causes no server error", async (path) => {
    const texts = ["%00", "%ff", "http://[", "/%09/[", "//evil.example", "x".repeat(3_000)];
    const tries = texts.flatMap((text) =>
      ["GET", "POST", "OPTIONS"].map((method) => ({ text, method })),
    );
    await inBatches(tries, async ({ text, method }) => {
      const answer = await fetch(
        `${server.origin}/api/auth/${path}?callbackUrl=${text}&error=${text}`,
        {
          method,
          redirect: "manual",
          ...(method === "POST" && {
            body: JSON.stringify({ csrfToken: text, callbackUrl: text }),
            headers: { "content-type": "application/json" },
          }),
        },
      );
      await answer.arrayBuffer();
      expect(answer.status, `${method} ${path} ${text.slice(0, 40)}`).toBeLessThan(500);
    });
  });
});
