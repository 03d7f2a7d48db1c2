import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { forget } from "@/lib/runtime/once";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { archiveTemplate, restoreTemplate } from "./archive";
import { publishTemplate } from "./publish";
import { createTemplate, saveTemplate } from "./save";
import { listPreviewLinks, revokePreviewLink, shareTemplate } from "./share";
import { openShared } from "./shared";

const as = { actor: testOwner() };
const content = (text: string) =>
  JSON.stringify({ blocks: { android: { text } }, parameters: [], samples: [] });
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";

describe("shared previews", () => {
  let database: Database;
  let appId: string;
  let serviceId: string;
  let id: string;
  let named = 0;

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService(as, { name: "Shop" }));
    ({ id: appId } = await createApp(as, { serviceId, appid: "shop", name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);
  beforeEach(async () => {
    forget("preview-looks");
    ({ id } = await createTemplate(as, {
      appId,
      templateId: `t${(named += 1)}`,
      name: "T",
      content: content("First"),
    }));
  });
  const shared = async (version: number | null) => {
    const { url } = await shareTemplate(as, { id, version });
    return tokenOf(url);
  };
  const look = (token: string) => openShared(token, "192.0.2.1");

  it("show a pinned version for ever the same, and the draft as it is at the time of viewing", async () => {
    await publishTemplate(as, { id, revision: 1 });
    const [pinned, draft] = [await shared(1), await shared(null)];
    // Nothing was changed since: what is published is what the draft says.
    expect((await look(draft))?.content).toContain("First");
    await saveTemplate(as, { id, revision: 2, content: content("Second") });
    expect(await look(pinned)).toMatchObject({
      version: 1,
      content: expect.stringContaining("First") as string,
    });
    expect(await look(draft)).toMatchObject({
      version: null,
      content: expect.stringContaining("Second") as string,
    });
  });

  it("keep no token, only its hash", async () => {
    const token = await shared(null);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const rows = await database.query("SELECT * FROM preview_link");
    const events = await database.query("SELECT * FROM audit_event");
    expect(JSON.stringify([rows, events])).not.toContain(token);
  });

  it("give the same answer for what never existed, has expired, was revoked or is archived", async () => {
    const token = await shared(null);
    const [link] = await listPreviewLinks(as, { id });
    expect(await look(token)).toBeDefined();
    for (const wrong of [
      "",
      "x",
      "../../etc",
      "\u0000",
      `${token}x`,
      randomBytes(32).toString("base64url"),
      token.toLowerCase().padEnd(44),
    ])
      expect(await look(wrong)).toBeUndefined();

    await archiveTemplate(as, { id });
    expect(await look(token)).toBeUndefined();
    await restoreTemplate(as, { id });
    expect(await look(token)).toBeDefined();

    await database.query("UPDATE service SET active = false WHERE id = $1", [serviceId]);
    expect(await look(token)).toBeUndefined();
    await database.query("UPDATE service SET active = true WHERE id = $1", [serviceId]);

    await revokePreviewLink(as, { id: link?.id ?? "" });
    expect(await look(token)).toBeUndefined();
    expect(await listPreviewLinks(as, { id })).toEqual([]);

    const expired = await shared(null);
    await database.query("UPDATE preview_link SET expires_at = now() - interval '1 second'");
    expect(await look(expired)).toBeUndefined();
    expect(await listPreviewLinks(as, { id })).toEqual([]);
  });

  it("note that they were opened once a minute", async () => {
    const token = await shared(null);
    for (let n = 0; n < 3; n += 1) await look(token);
    const count = async () =>
      (
        await database.query<{ opened: number }>(
          "SELECT opened FROM preview_link WHERE template_id = $1",
          [id],
        )
      )[0];
    expect(await count()).toEqual({ opened: 1 });
    await database.query(
      "UPDATE preview_link SET last_opened_at = last_opened_at - interval '1 minute'",
    );
    await look(token);
    expect(await count()).toEqual({ opened: 2 });
    const [link] = await listPreviewLinks(as, { id });
    expect(link?.lastOpenedAt).toMatch(/Z$/);
  });

  it("are twenty at most, and those that ended make room", async () => {
    for (let n = 0; n < 20; n += 1) await shared(null);
    await expect(shared(null)).rejects.toThrow("A template can have 20 links at most.");
    const [link] = await listPreviewLinks(as, { id });
    await revokePreviewLink(as, { id: link?.id ?? "" });
    expect(await shared(null)).toBeTruthy();
  });

  it("are created only for versions that exist and templates that are not archived", async () => {
    await expect(shared(1)).rejects.toThrow(NotFoundError);
    await archiveTemplate(as, { id });
    await expect(shared(null)).rejects.toThrow(RefusedError);
  });

  it("are on record when they are created and revoked", async () => {
    await shared(null);
    const [link] = await listPreviewLinks(as, { id });
    await revokePreviewLink(as, { id: link?.id ?? "" });
    await revokePreviewLink(as, { id: link?.id ?? "" });
    const events = await database.query<{ action: string }>(
      "SELECT action FROM audit_event WHERE action IN ('template.share', 'previewLink.revoke') AND entity_id = $1 ORDER BY id",
      [id],
    );
    expect(events.map(({ action }) => action)).toEqual(["template.share", "previewLink.revoke"]);
  });

  it("cannot be guessed from one network", async () => {
    const token = await shared(null);
    const guess = randomBytes(32).toString("base64url");
    for (let n = 0; n < 1_000; n += 1) await look(guess);
    expect(await look(token)).toBeUndefined();
    expect(await openShared(token, "198.51.100.7")).toBeDefined();
  });
});
