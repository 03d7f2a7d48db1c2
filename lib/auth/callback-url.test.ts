import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { refuseCallbackUrl } from "./callback-url";

const home = "https://push.example";

const answerTo = (query: string, cookie = "") =>
  refuseCallbackUrl(new NextRequest(`${home}/api/auth/signin${query}`, { headers: { cookie } }));

it("lets pass what next-auth can read", () => {
  for (const query of [
    "",
    "?callbackUrl=",
    "?callbackUrl=/messages",
    "?callbackUrl=https%3A%2F%2Fpush.example%2F",
  ])
    expect(answerTo(query)).toBeUndefined();
  expect(answerTo("", "next-auth.callback-url=https%3A%2F%2Fpush.example")).toBeUndefined();
});

it("refuses what is no address, and forgets it where a cookie remembers it", () => {
  for (const query of [
    "?callbackUrl=%00",
    "?callbackUrl=http%3A%2F%2F%5B",
    "?callbackUrl=x",
    "?callbackUrl=javascript%3A1",
  ])
    expect(answerTo(query)?.status).toBe(400);
  const answer = answerTo("", "__Secure-next-auth.callback-url=nowhere; other=1");
  expect([answer?.status, answer?.headers.get("set-cookie")]).toEqual([
    400,
    "__Secure-next-auth.callback-url=; Path=/; Max-Age=0; Secure",
  ]);
});
