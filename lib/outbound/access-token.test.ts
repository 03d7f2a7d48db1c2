import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AccessToken, TokenError, type TokenCall } from "./access-token";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

let calls = 0;
let answer: (n: number) => { status: number; body: string };
beforeEach(() => {
  calls = 0;
  answer = (n) => ({
    status: 200,
    body: JSON.stringify({ access_token: `token-${n}`, expires_in: 3_600 }),
  });
});
const call: TokenCall = async () => answer((calls += 1));
const open = () => new AccessToken(call, () => ({ form: { grant_type: "client_credentials" } }));
const gives = (json: unknown) => () => ({ status: 200, body: JSON.stringify(json) });

it("is fetched once however many ask, and cached until shortly before its end", async () => {
  const token = open();
  expect(await Promise.all([token.get(), token.get(), token.get()])).toEqual([
    "token-1",
    "token-1",
    "token-1",
  ]);
  vi.advanceTimersByTime(3_299_000);
  expect([await token.get(), calls]).toEqual(["token-1", 1]);
});

it("is renewed ahead of its end while the old one serves, and its failure fails no call", async () => {
  const token = open();
  await token.get();
  vi.advanceTimersByTime(3_301_000);
  answer = () => ({ status: 500, body: "" });
  expect([await token.get(), calls]).toEqual(["token-1", 2]);
  await new Promise(setImmediate);
  vi.advanceTimersByTime(288_000);
  answer = () => ({
    status: 200,
    body: JSON.stringify({ access_token: "new", expires_in: 3_600 }),
  });
  expect(await token.get()).toBe("token-1");
  await vi.waitFor(async () => expect(await token.get()).toBe("new"), 30_000);
});

it("does not serve in its last seconds: it would end on its way", async () => {
  const token = open();
  await token.get();
  vi.advanceTimersByTime(3_591_000);
  expect(await token.get()).toBe("token-2");
});

it("is fetched again once it was refused, but not for another one's refusal", async () => {
  const token = open();
  await token.get();
  token.forget("an older one");
  expect(await token.get()).toBe("token-1");
  token.forget("token-1");
  expect(await token.get()).toBe("token-2");
});

it.each([{}, { expires_in: 0 }, { expires_in: -5 }, { expires_in: "soon" }])(
  "is cached for five minutes where the answer says %j",
  async (said) => {
    answer = gives({ access_token: "t", ...said });
    const token = open();
    await token.get();
    vi.advanceTimersByTime(140_000);
    await token.get();
    expect(calls).toBe(1);
    vi.advanceTimersByTime(155_000);
    await token.get();
    expect(calls).toBe(2);
  },
);

it("is cached for a day at most", async () => {
  answer = gives({ access_token: "t", expires_in: 1e12 });
  const token = open();
  await token.get();
  vi.advanceTimersByTime(24 * 3_600_000);
  await token.get();
  expect(calls).toBe(2);
});

it.each([
  [400, '{"error":"invalid_client"}', true, "the token endpoint answered 400 (invalid_client)"],
  [401, '{"error":"your secret was s3cret"}', true, "the token endpoint answered 401"],
  [429, "", false, "the token endpoint answered 429"],
  [503, "<html>", false, "the token endpoint answered 503"],
  [200, "{}", false, "the token endpoint gave no token"],
  [200, '{"access_token":"a\\r\\nx: y"}', false, "the token endpoint gave no token"],
  [200, "<html>", false, "the token endpoint gave no token"],
])(
  "is none where the answer is %s %s; that is not cached",
  async (status, body, refused, message) => {
    answer = () => ({ status, body });
    const token = open();
    await expect(token.get()).rejects.toMatchObject({ refused, message });
    await expect(token.get()).rejects.toBeInstanceOf(TokenError);
    expect(calls).toBe(2);
  },
);
