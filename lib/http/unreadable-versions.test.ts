import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import {
  findTemplateChoices,
  findTemplateVersion,
  listTemplateChoices,
} from "@/lib/directory/template/choices";
import { exportTemplates } from "@/lib/directory/template/export";
import { findTemplateDraft, openTemplate } from "@/lib/directory/template/open";
import { rollBackTemplate } from "@/lib/directory/template/roll-back";
import { saveTemplate } from "@/lib/directory/template/save";
import { versionById } from "@/lib/directory/template/version";
import { readVersion } from "@/lib/directory/template/version-content";
import { openInterface, type TestInterface } from "./testing";

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("versions that were stored before and cannot be read", () => {
  let sql: Database;
  let served: TestInterface;
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
    await call("PUT", at("good"), document("Hi"));
    await call("POST", `${at("good")}/publish`, { revision: 1 });
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${served.origin}/resources/v1${path}`, {
      method,
      headers: { key: served.key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) as Record<string, unknown> };
  };
  const at = (id: string) => `/apps/shop/templates/${id}`;
  const document = (words: string) => ({ name: "Sale", blocks: { android: { text: words } } });
  const as = () => ({ actor: testMember({ [served.serviceId]: { role: "admin" } }) });
  const send = (template: string) =>
    call("POST", "/messaging", {
      deliverychannel: "push",
      appid: "shop",
      destination: [{ userid: ["u"] }],
      message: { template },
    });
  /** Publishes a template and spoils its version. Answers the ids of both rows. */
  const spoiled = async (templateId: string, content: string) => {
    await call("PUT", at(templateId), document("Hi"));
    await call("POST", `${at(templateId)}/publish`, { revision: 1 });
    const [row] = await sql.query<{ id: string; version: string }>(
      `UPDATE template_version v SET content = $2 FROM template t WHERE t.id = v.template_id AND t.template_id = $1
       RETURNING t.id, v.id AS version`,
      [templateId, content],
    );
    forgetCached("template-version");
    if (!row) throw new Error("Nothing was spoiled.");
    return row;
  };

  const cases: [string, string][] = [
    ["no_json", "{nope"],
    ["no_object", '{"blocks":"x"}'],
    ["null_block", '{"blocks":{"android":{"text":"x"},"ios":null}}'],
    ["no_end", '{"blocks":{},"languages":['],
    ["no_list", '{"blocks":{},"languages":{"a":1}}'],
    ["no_texts", '{"blocks":{},"languages":[null,{"language":"de"}]}'],
    ["too_deep", `{"blocks":{"android":${deep(6_000)}}}`],
    ["no_parameters", '{"blocks":{},"parameters":null}'],
  ];
  it.each(cases)("are named, and hold up nothing: %s", async (templateId, content) => {
    const { id, version } = await spoiled(templateId, content);
    const sentence = expect.stringMatching(
      new RegExp(`^Version 1 of “${templateId}” cannot be read: `),
    ) as string;
    for (const query of ["", "?version=1"])
      expect(await call("GET", `${at(templateId)}${query}`)).toMatchObject({
        status: 409,
        body: {
          error: sentence,
          revision: 2,
          version: 1,
          published: 1,
          by: null,
          at: expect.any(String) as string,
        },
      });
    const sent = await send(templateId);
    expect(sent).toMatchObject({ status: 400, body: { response: { code: "7108" } } });
    expect(sent.text).toContain(`Version 1 of “${templateId}” cannot be read`);
    expect(await send(`${templateId}@1`)).toMatchObject({
      status: 400,
      body: { response: { code: "7108" } },
    });
    expect((await send("good")).status).toBe(200);
    expect(await versionById(version)).toBeUndefined();

    const own = { serviceId: served.serviceId };
    const named = (rows: readonly { templateId: string }[]) => rows.map((one) => one.templateId);
    expect(named(await listTemplateChoices(as(), own))).toContain("good");
    expect(named(await listTemplateChoices(as(), own))).not.toContain(templateId);
    expect(named(await findTemplateChoices(as(), { ...own, text: templateId }))).toEqual([]);
    expect(
      await findTemplateVersion(as(), { ...own, appid: "shop", templateId, version: 1 }),
    ).toBeUndefined();

    await expect(readVersion(as(), { id, version: 1 })).rejects.toThrow(
      `Version 1 of “${templateId}” cannot be read`,
    );
    expect(await openTemplate(as(), { id })).toMatchObject({
      draft: null,
      unreadable: sentence,
      revision: 2,
    });
    expect((await findTemplateDraft(as(), { id })).content).toBe("{}");
    expect(await call("PUT", at(templateId), document("Mended"))).toMatchObject({
      status: 200,
      body: { revision: 3, problems: [] },
    });
    expect(await openTemplate(as(), { id })).toMatchObject({
      draft: expect.anything() as object,
      unreadable: sentence,
    });
    expect(await call("POST", `${at(templateId)}/publish`, { revision: 3 })).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    expect((await send(templateId)).status).toBe(200);
    expect(await openTemplate(as(), { id })).toMatchObject({ draft: null, unreadable: undefined });
    await expect(rollBackTemplate(as(), { id, version: 1 })).rejects.toThrow(
      `Version 1 of “${templateId}” cannot be read`,
    );
  });

  it("are replaced by what is saved in the editor, and named in an export", async () => {
    const { id } = await spoiled("saved", "{nope");
    // Readable, and no template by far.
    await call("PUT", at("shapeless"), document("Hi"));
    await sql.query(
      "UPDATE template_draft d SET content = $1 FROM template t WHERE t.id = d.template_id AND t.template_id = 'shapeless'",
      ['{"blocks":5,"parameters":null,"samples":{},"languages":"x"}'],
    );
    const { parts } = await exportTemplates(as(), { serviceId: served.serviceId });
    const chunks: Uint8Array[] = [];
    for await (const part of parts) chunks.push(part);
    const files = unzipSync(Buffer.concat(chunks));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["shop/good/template.json", "shop/shapeless/template.json"]),
    );
    expect(strFromU8(files["shop/saved/unreadable.txt"] ?? new Uint8Array())).toContain(
      "Version 1 of “saved” cannot be read",
    );
    const content = JSON.stringify({ blocks: { android: { text: "Two" } } });
    expect(await saveTemplate(as(), { id, revision: 2, content })).toEqual({ revision: 3 });
    expect((await findTemplateDraft(as(), { id })).content).toBe(content);
  });
});
