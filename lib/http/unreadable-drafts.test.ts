import { unzipSync, strFromU8 } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { exportTemplates } from "@/lib/directory/template/export";
import { findTemplateDraft, openTemplate } from "@/lib/directory/template/open";
import { publishTemplate } from "@/lib/directory/template/publish";
import { saveTemplate } from "@/lib/directory/template/save";
import type { PushBlocksInput } from "@/lib/interface/request";
import { callResource, openInterface, type TestInterface } from "./testing";

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("what templates may hold", () => {
  let sql: Database;
  let served: TestInterface;
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const call = (method: string, path: string, body?: object | string) =>
    callResource(served, method, path, body);
  const at = (id: string) => `/apps/shop/templates/${id}`;
  const document = (blocks: PushBlocksInput, ...parameters: object[]) => ({
    name: "Sale",
    blocks,
    parameters,
  });
  const as = () => ({ actor: testMember({ [served.serviceId]: { role: "admin" } }) });
  const rowOf = async (templateId: string) => {
    const [row] = await sql.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = $1",
      [templateId],
    );
    return row?.id ?? "";
  };

  describe("stored before that, and not readable", () => {
    it("names its template, holds up nothing, and is replaced by a PUT", async () => {
      await call("PUT", at("good"), document({ android: { text: "Hi" } }));
      await call("PUT", at("poison"), document({ android: { text: "Hi" } }));
      const id = await rowOf("poison");
      await sql.query("UPDATE template_draft SET content = $2 WHERE template_id = $1", [
        id,
        `{"blocks":{"android":${deep(6_000)}}}`,
      ]);
      const read = await call("GET", at("poison"));
      expect(read).toMatchObject({
        status: 409,
        body: {
          error: expect.stringMatching(/^The draft of “poison” cannot be read: /) as string,
          revision: 1,
        },
      });
      expect((await call("GET", "/templates?appid=shop")).text).toContain('"poison"');
      await expect(publishTemplate(as(), { id, revision: 1 })).rejects.toThrow(
        /“poison” cannot be read/,
      );
      const { parts } = await exportTemplates(as(), { serviceId: served.serviceId, sort: "name" });
      const chunks: Uint8Array[] = [];
      for await (const part of parts) chunks.push(part);
      const files = unzipSync(Buffer.concat(chunks));
      expect(Object.keys(files)).toContain("shop/good/template.json");
      expect(strFromU8(files["shop/poison/unreadable.txt"] ?? new Uint8Array())).toContain(
        "“poison” cannot be read",
      );
      expect(
        (await call("PUT", at("poison"), document({ android: { text: "Mended" } }))).body,
      ).toMatchObject({
        revision: 2,
        problems: [],
      });
      expect((await call("GET", at("poison"))).body).toMatchObject({
        content: { blocks: { android: { text: "Mended" } } },
      });
    });

    it("opens in the editor as what is published, and is replaced by what is saved there", async () => {
      await call("PUT", at("edited"), document({ android: { text: "One" } }));
      await call("POST", `${at("edited")}/publish`, { revision: 1 });
      const id = await rowOf("edited");
      await sql.query(
        "UPDATE template_draft SET content = 'nothing', revision = 3 WHERE template_id = $1",
        [id],
      );
      expect(await openTemplate(as(), { id })).toMatchObject({
        draft: null,
        revision: 3,
        unreadable: expect.stringContaining("“edited”") as string,
      });
      expect((await findTemplateDraft(as(), { id })).content).toContain('"One"');
      const content = JSON.stringify({ blocks: { android: { text: "Two" } } });
      await expect(saveTemplate(as(), { id, revision: 2, content })).rejects.toMatchObject({
        conflict: { revision: 3, theirs: { content: null } },
      });
      expect(await saveTemplate(as(), { id, revision: 3, content })).toEqual({ revision: 4 });
      expect((await findTemplateDraft(as(), { id })).content).toBe(content);
    });
  });
});
