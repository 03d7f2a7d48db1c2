import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BucketStore } from "./bucket-store";
import { hasSwift, startSwift, type Swift } from "./testing";

const bytes = Buffer.alloc(300_000, "a picture ");
const file = { sha256: createHash("sha256").update(bytes).digest("hex"), type: "png" } as const;

describe.runIf(hasSwift())("files in a bucket, of OpenStack Swift", () => {
  let swift: Swift;
  let store: BucketStore;

  beforeAll(async () => {
    swift = await startSwift();
    const { url, region, keyId: accessKeyId, secret: secretAccessKey } = swift.bucket;
    const signedRequest = await new AwsV4Signer({
      method: "PUT",
      url,
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
    }).sign();
    const { ok, status } = await fetch(signedRequest.url, {
      method: "PUT",
      headers: signedRequest.headers,
    });
    if (!ok) throw new Error(`Swift made no bucket: ${status}`);
    store = new BucketStore({ ...swift.bucket, url: `${url}/` });
  }, 120_000);
  afterAll(() => swift.stop());

  it("are stored, opened and removed", async () => {
    expect(await store.has(file)).toBe(false);
    expect(await store.open(file)).toBeUndefined();
    await store.remove(file);
    await Promise.all([store.put(file, bytes), store.put(file, bytes)]);
    await store.put(file, bytes);
    expect(await store.has(file)).toBe(true);
    expect(await store.has({ ...file, type: "gif" })).toBe(false);
    const opened = await store.open(file);
    expect(opened?.bytes).toBe(bytes.length);
    expect(opened && (await buffer(opened.stream)).equals(bytes)).toBe(true);
    await store.remove(file);
    expect(await store.has(file)).toBe(false);
  });

  it("may lie in a folder of it", async () => {
    const below = new BucketStore({ ...swift.bucket, url: `${swift.bucket.url}/clarion/media` });
    await below.put(file, bytes);
    expect([await below.has(file), await store.has(file)]).toEqual([true, false]);
  });

  it("are not stored under the hash of something else", async () => {
    const wrong = { sha256: "0".repeat(64), type: "png" } as const;
    await expect(store.put(wrong, bytes)).rejects.toThrow("MEDIA_BUCKET answered 400 to PUT");
    expect(await store.has(wrong)).toBe(false);
  });

  it("are neither read nor written with a wrong key", async () => {
    const stranger = new BucketStore({ ...swift.bucket, secret: "wrong" });
    await expect(stranger.has(file)).rejects.toThrow(
      "MEDIA_BUCKET answered 403 to HEAD: the key of MEDIA_BUCKET_KEY_ID may not",
    );
    await expect(stranger.open(file)).rejects.toThrow("403");
    await expect(stranger.remove(file)).rejects.toThrow("403");
  });
});

describe("a bucket that fails", () => {
  let server: Server;
  let store: BucketStore;
  beforeAll(async () => {
    server = createServer(
      (_, response) => void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    store = new BucketStore({
      url: `http://127.0.0.1:${port}/images`,
      region: "us-east-1",
      keyId: "a",
      secret: "b",
    });
  });
  afterAll(() => server.close());

  it("is reported as such, and not as a missing file", async () => {
    await expect(store.has(file)).rejects.toThrow("MEDIA_BUCKET answered 503 to HEAD");
    await expect(store.open(file)).rejects.toThrow("MEDIA_BUCKET answered 503 to GET");
    await expect(store.put(file, bytes)).rejects.toThrow("503");
  });
});
