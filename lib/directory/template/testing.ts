import type { z } from "zod";
import { testMember, testOwner } from "@/lib/auth/testing";
import { database, type Sql } from "@/lib/database/sql";
import type { createTemplateSchema } from "@/lib/inputs/template";
import { writeJson } from "@/lib/interface/exact-json";
import type { templateContentSchema } from "@/lib/template/content";
import type { Context } from "@/lib/verb/verb";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { publishTemplate } from "./publish";
import { createTemplate, saveTemplate } from "./save";

/** A template as a test writes it. */
export type TestTemplate = Omit<z.input<typeof createTemplateSchema>, "content"> &
  z.input<typeof templateContentSchema>;

/**
 * Publishes a template by the verbs of the editor: creates it, or saves its next draft where its
 * app has it, then publishes the draft. Returns its id, the version, and the revision that the next
 * save names. For tests.
 */
export async function publishForTest(
  context: Context,
  template: TestTemplate,
): Promise<{ id: string; version: number; revision: number }> {
  const { appId, templateId, name, ...members } = template;
  const content = writeJson(members);
  const [existing] = await (context.tx ?? database()).query<{ id: string; revision: number }>(
    "SELECT t.id, d.revision FROM template t JOIN template_draft d ON d.template_id = t.id WHERE t.app_id = $1 AND t.template_id = $2",
    [appId, templateId],
  );
  const { id, revision } = existing
    ? {
        id: existing.id,
        ...(await saveTemplate(context, { id: existing.id, revision: existing.revision, content })),
      }
    : { ...(await createTemplate(context, { appId, templateId, name, content })), revision: 1 };
  const { version } = await publishTemplate(context, { id, revision, anyway: true });
  return { id, version, revision: revision + 1 };
}

/** A service with an app `shop`, and members who make and publish its templates. */
export interface Shop {
  serviceId: string;
  appId: string;
  /** A marketer. */
  maya: { actor: ReturnType<typeof testMember> };
  /** An admin. */
  ada: { actor: ReturnType<typeof testMember> };
}

/** Creates the service, the app and the members of a shop. For tests. */
export async function testShop(sql: Sql): Promise<Shop> {
  const actor = testOwner();
  const { id: serviceId } = await createService({ actor }, { name: "Shop" });
  const { id: appId } = await createApp({ actor }, { serviceId, appid: "shop", name: "Shop app" });
  const maya = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
  const ada = { actor: testMember({ [serviceId]: { role: "admin" } }) };
  for (const [name, { id }] of [
    ["Maya", maya.actor],
    ["Ada", ada.actor],
  ] as const)
    await sql.query("INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $2, '')", [
      id,
      name,
    ]);
  return { serviceId, appId, maya, ada };
}

/** Returns the content of a template with this text. For tests. */
export function contentSaying(text: string, more: object = {}): string {
  return JSON.stringify({
    blocks: { android: { text } },
    parameters: [],
    samples: [],
    languages: [],
    ...more,
  });
}
