import { createHash } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieName } from "@/lib/auth/cookies";
import { sessionSecret } from "@/lib/auth/next-auth";
import { beginSession } from "@/lib/auth/sessions";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { addMedia } from "@/lib/directory/media/add";
import { removeMedia } from "@/lib/directory/media/remove";
import { changeInstallationOwner } from "@/lib/directory/member/change-installation-owner";
import { createService } from "@/lib/directory/service/create";
import { gif, png } from "@/lib/media/testing";
import { mediaStore } from "@/lib/storage/media-store";
import { RefusedError } from "@/lib/verb/errors";
import { asDeclared } from "./reply";
import { openInterface, type TestInterface } from "./testing";

const owner = testOwner();

describe("media over HTTP", () => {
  let database: Database;
  let served: TestInterface;
  let member: Record<string, string>;
  // The folder outlives this run, so that each has a picture of its own.
  const picture = Buffer.concat([png(1_200, 600), Buffer.from(newId())]);
  const sha256 = createHash("sha256").update(picture).digest("hex");

  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
    served.server.prependListener("request", asDeclared);
    await changeInstallationOwner(
      { actor: { kind: "job", name: "test" } },
      { email: "a@b.example", name: "Ada", password: "correct horse battery" },
    );
    const [row] = await database.query<{ id: string }>("SELECT id FROM member");
    const id = row?.id ?? "";
    const token = await encode({
      token: { sub: id, sid: await beginSession(id, 0) },
      secret: sessionSecret(),
    });
    member = { cookie: `${cookieName("session")}=${token}`, origin: served.origin };
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const upload = async (
    body: Uint8Array,
    { as = member, service = served.serviceId, called = "Spring sale" } = {},
  ) => {
    const query = new URLSearchParams({ service, name: called });
    const answer = await fetch(`${served.origin}/live/media?${query}`, {
      method: "POST",
      headers: as,
      body: Buffer.from(body),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { error?: string; media?: Record<string, unknown> },
    };
  };
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(served.origin + path, { method, headers });

  it("are uploaded by a page of the console, and fetched by everybody, for ever, as what they are", async () => {
    const { status, body } = await upload(picture);
    expect(status).toBe(200);
    expect(body.media).toMatchObject({
      name: "Spring sale",
      sha256,
      type: "png",
      bytes: picture.length,
      width: 1_200,
      height: 600,
      animated: false,
      createdBy: "Ada",
    });
    const answer = await get(`/media/${sha256}.png`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "image/png",
      "content-length": String(picture.length),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      etag: `"${sha256}"`,
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
    const head = await get(`/media/${sha256}.png`, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(picture.length),
      "",
    ]);
    for (const etag of [`"${sha256}"`, `"x", W/"${sha256}"`, "*"])
      expect((await get(`/media/${sha256}.png`, { "if-none-match": etag })).status).toBe(304);
    expect((await get(`/media/${sha256}.png`, { "if-none-match": '"x"' })).status).toBe(200);
    expect((await get(`/media/${sha256}.png`, {}, "DELETE")).status).toBe(405);
    // Under the name of another type it is nothing.
    expect((await get(`/media/${sha256}.gif`)).status).toBe(404);
    expect((await get(`/media/${"0".repeat(64)}.png`)).status).toBe(404);
  });

  it("are the same picture when they come twice, and go with the last service that has them", async () => {
    const first = await upload(picture);
    const again = await upload(picture, { called: "Another name" });
    expect(again.body).toEqual(first.body);
    const { id: elsewhere } = await createService({ actor: owner }, { name: "Elsewhere" });
    const other = await upload(picture, { service: elsewhere, called: "Theirs" });
    expect(other.body.media).toMatchObject({ sha256, name: "Theirs" });
    const remove = (media: Record<string, unknown> | undefined) =>
      removeMedia({ actor: owner }, { id: String(media?.["id"]) });
    await remove(first.body.media);
    expect((await get(`/media/${sha256}.png`)).status).toBe(200);
    await remove(other.body.media);
    expect((await get(`/media/${sha256}.png`)).status).toBe(404);
    expect((await upload(picture)).status).toBe(200);
    expect((await get(`/media/${sha256}.png`)).status).toBe(200);
  });

  it("are refused with what to do: by content, by size, without a name", async () => {
    expect(await upload(Buffer.from("<svg xmlns='x'></svg>"))).toMatchObject({
      status: 415,
      body: { error: expect.stringMatching(/PNG or JPEG/) },
    });
    expect(await upload(Buffer.from("plain"))).toMatchObject({
      status: 415,
      body: { error: expect.stringMatching(/not an image/) },
    });
    expect(await upload(Buffer.alloc(0))).toMatchObject({
      status: 415,
      body: { error: expect.stringMatching(/empty/) },
    });
    expect(await upload(gif(2, 2, 1), { called: " " })).toMatchObject({ status: 400 });
    const raw = await served.raw(
      `POST /live/media?service=${served.serviceId}&name=x HTTP/1.1\r\nhost: ${served.origin.slice(7)}\r\norigin: ${served.origin}\r\n` +
        `cookie: ${member["cookie"]}\r\ncontent-length: 10485761\r\nconnection: close\r\n\r\n`,
    );
    expect(raw).toMatch(/^HTTP\/1\.1 413 [^]*10 MB at most/);
  });

  it("are neither stored nor served when a service has as many as it may have", async () => {
    const { id: full } = await createService({ actor: owner }, { name: "Full" });
    await database.query(
      `INSERT INTO media (id, service_id, sha256, type, bytes, width, height, name)
       SELECT gen_random_uuid(), $1, encode(sha256(convert_to('full' || n, 'UTF8')), 'hex'), 'png', 1, 1, 1, 'x' FROM generate_series(1, 10000) n`,
      [full],
    );
    const refused = Buffer.concat([png(10, 10), Buffer.from(newId())]);
    const file = {
      sha256: createHash("sha256").update(refused).digest("hex"),
      type: "png",
    } as const;
    expect(await upload(refused, { service: full })).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/10,000 images\. Remove unused ones/) },
    });
    expect(await mediaStore().has(file)).toBe(false);
    expect((await get(`/media/${file.sha256}.png`)).status).toBe(404);
    // The last one was uploaded by another meanwhile, when the file was stored already.
    await mediaStore().put(file, refused);
    const facts = { bytes: refused.length, width: 10, height: 10, animated: false };
    await expect(
      addMedia({ actor: owner }, { serviceId: full, name: "x", ...file, ...facts }),
    ).rejects.toThrow(RefusedError);
    expect((await get(`/media/${file.sha256}.png`)).status).toBe(404);
    expect(await database.query("SELECT 1 FROM media_upload")).toEqual([]);
    await database.query("DELETE FROM media WHERE service_id = $1", [full]);
  });

  it("are accepted from no other caller: no session, no right, no page of ours", async () => {
    expect(await upload(picture, { as: { origin: served.origin } })).toMatchObject({ status: 401 });
    expect(
      await upload(picture, { as: { ...member, origin: "https://evil.example" } }),
    ).toMatchObject({ status: 403 });
    expect(await upload(picture, { as: { cookie: member["cookie"] ?? "" } })).toMatchObject({
      status: 403,
    });
    await database.query("UPDATE member SET installation_owner = false");
    expect(await upload(picture)).toMatchObject({ status: 403 });
    await database.query("UPDATE member SET installation_owner = true");
  });
});
