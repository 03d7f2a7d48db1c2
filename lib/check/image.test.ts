import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { png } from "@/lib/media/testing";
import { stopMonotonicClock } from "@/lib/runtime/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { twoServices, type FullService } from "@/tests/two-services";
import { lookAtImage } from "./image";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

describe("a picture of a message", () => {
  let database: Database;
  let own: FullService;
  let foreign: FullService;
  let server: Server;
  let origin: string;
  let requestCount = 0;
  let release: (() => void) | undefined;
  const marketer = () => ({
    actor: testMember({ [own.serviceId]: { role: "marketer", maySend: false } }),
  });

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ own, foreign } = await twoServices(database));
    server = createServer((request, response) => {
      requestCount += 1;
      const end = () =>
        void response.writeHead(200, { "content-type": "image/png" }).end(png(4, 2));
      if (request.url === "/waits") release = end;
      else end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.close();
  });

  it("is looked at by who may save a message, and once for all who ask within a minute", async () => {
    const url = `${origin}/a.png`;
    const before = requestCount;
    for (let index = 0; index < 3; index++)
      await expect
        .poll(() => lookAtImage(marketer(), { appid: own.appid, url }))
        .toMatchObject({ kind: "image", size: { width: 4, height: 2 } });
    expect(requestCount).toBe(before + 1);
  });

  it("of the media library is found without a call, under the name that the service has for it", async () => {
    const before = requestCount;
    const url = (type: string, sha256 = "cd".repeat(32)) =>
      `${config().ORIGIN}/media/${sha256}.${type}`;
    const look = (at: string) => lookAtImage(marketer(), { appid: own.appid, url: at });
    expect(await look(url("png"))).toMatchObject({
      kind: "image",
      format: "PNG",
      size: { width: 1, height: 1 },
      own: { reach: "private", name: "ownmark picture" },
    });
    await database.query("DELETE FROM media WHERE service_id = $1", [own.serviceId]);
    expect(await look(url("png"))).toMatchObject({ kind: "image", own: { name: "" } });
    for (const lost of [url("gif"), url("png", "0".repeat(64))])
      expect(await look(lost)).toEqual({ kind: "refused", url: lost, status: 404 });
    expect(requestCount).toBe(before);
  });

  it("is not looked at for viewers, nor for an app of another service", async () => {
    const viewer = { actor: testMember({ [own.serviceId]: { role: "viewer" } }) };
    const before = requestCount;
    await expect(lookAtImage(viewer, { appid: own.appid, url: `${origin}/v.png` })).rejects.toThrow(
      ForbiddenError,
    );
    await expect(
      lookAtImage(marketer(), { appid: foreign.appid, url: `${origin}/v.png` }),
    ).rejects.toThrow(NotFoundError);
    expect(requestCount).toBe(before);
  });

  it.each([
    "icon.svg",
    "/icon.svg",
    "//cdn/x.png",
    "ftp://x/y.png",
    "data:image/png;base64,AA",
    "javascript:alert(1)",
    " https://x/ ",
    "",
  ])("is nothing that stands at %j", async (url) => {
    await expect(lookAtImage(marketer(), { appid: own.appid, url })).rejects.toThrow(RefusedError);
  });

  it("that is slow delays no answer", async () => {
    const ask = { appid: own.appid, url: `${origin}/waits` };
    expect(await lookAtImage(marketer(), ask)).toEqual({ kind: "looking" });
    await expect.poll(() => release).toBeDefined();
    release?.();
    await expect.poll(() => lookAtImage(marketer(), ask)).toMatchObject({ kind: "image" });
  });

  it("waits after thirty others within a minute, for this member alone", async () => {
    const [one, other] = [marketer(), marketer()];
    const before = requestCount;
    const answers = [];
    stopMonotonicClock();
    for (let index = 0; index < 32; index++)
      answers.push(
        await lookAtImage(one, { appid: own.appid, url: `${origin}/many-${index}.png` }),
      );
    vi.useRealTimers();
    expect(answers.at(-1)).toMatchObject({ kind: "later", seconds: expect.any(Number) as number });
    expect(requestCount).toBeLessThanOrEqual(before + 31);
    await expect
      .poll(() => lookAtImage(other, { appid: own.appid, url: `${origin}/other.png` }))
      .toMatchObject({ kind: "image" });
  });
});
