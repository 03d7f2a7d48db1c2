import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "./testing";

let served: TestInterface;
beforeAll(async () => {
  served = await openInterface(await openTestDatabase());
}, 60_000);
afterAll(() => served.close());

const message = Buffer.from(
  JSON.stringify({
    deliverychannel: "push",
    appid: "shop",
    destination: [{ userid: ["u"] }],
    channels: { push: { android: { text: "Hi" } } },
  }),
);
const post = (
  body: Uint8Array,
  coding: string,
  path = "/resources/v1/messaging",
  key = served.key,
) =>
  fetch(`${served.origin}${path}`, {
    method: "POST",
    headers: { key, "content-encoding": coding },
    body: Buffer.from(body),
  });

it.each([
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["GZIP", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
  ["identity", (bytes: Buffer) => bytes],
] as const)("reads a body in %s", async (coding, encode) => {
  expect((await post(encode(message), coding)).status).toBe(200);
});

it.each(["zstd", "compress", "gzip, gzip"])(
  "answers 415 to %s, with the codings that are read",
  async (coding) => {
    for (const path of ["/resources/v1/messaging", "/resources/v1/updates/replay"]) {
      const answer = await post(message, coding, path);
      expect([answer.status, answer.headers.get("accept-encoding")]).toEqual([
        415,
        "gzip, deflate, br",
      ]);
      expect(await answer.text()).toContain("Content-Encoding");
    }
  },
);

it("names Content-Encoding where the bytes are not of the coding, break off or go on", async () => {
  const packed = gzipSync(message);
  for (const bytes of [
    message,
    packed.subarray(0, -4),
    Buffer.concat([packed, Buffer.from("more")]),
  ]) {
    const answer = await post(bytes, "gzip");
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("Content-Encoding"),
    ]);
  }
});

it("limits what comes out", async () => {
  const bomb = Buffer.alloc(20_000_000, " ");
  for (const [coding, encode] of [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const) {
    expect((await post(encode(bomb), coding)).status).toBe(413);
    expect(
      (await post(encode(bomb), coding, "/resources/v1/receipts", served.clientKey)).status,
    ).toBe(413);
  }
});

it("takes 255 bytes of an Idempotency-Key as sent", async () => {
  const statusWith = async (key: string) => {
    const headers = { key: served.key, "idempotency-key": Buffer.from(key).toString("latin1") };
    const answer = await fetch(`${served.origin}/resources/v1/messaging`, {
      method: "POST",
      headers,
      body: message,
    });
    return [answer.status, await answer.text()];
  };
  for (const key of ["Größe-Ω-😀", "é".repeat(127), "x".repeat(255)]) {
    const first = await statusWith(key);
    expect(first[0]).toBe(200);
    expect(await statusWith(key)).toEqual(first);
  }
  expect((await statusWith("é".repeat(128)))[0]).toBe(400);
});

it("warns of a language and a time zone of a device that cannot be read", async () => {
  const register = async (more: object) => {
    const body = JSON.stringify({
      appid: "shop",
      deviceid: "d",
      kind: "android",
      pushid: "t",
      ...more,
    });
    const answer = await fetch(`${served.origin}/resources/v1/devices`, {
      method: "PUT",
      headers: { key: served.key },
      body,
    });
    return (await answer.json()) as { warnings?: { pointer: string }[] };
  };
  expect(await register({ language: "zh_CN_#Hans", timezone: "Europe/Berlin" })).not.toHaveProperty(
    "warnings",
  );
  const { warnings } = await register({ language: "English", timezone: "Mars" });
  expect(warnings?.map(({ pointer }) => pointer)).toEqual(["/language", "/timezone"]);
});
