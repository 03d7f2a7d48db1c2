import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Member } from "@/lib/auth/member";
import { openTestDatabase } from "@/lib/database/testing";
import { putTemplate } from "@/lib/directory/template/put";
import { templateNamed } from "@/lib/directory/template/read-document";
import { openInterface, type TestInterface } from "@/lib/http/testing";
import type { TemplateFiles } from "@/lib/template/files";
import { run } from "../main";
import { writeTemplate } from "./folders";

/** A template without texts, to be written into a folder. For tests. */
export const plainTemplate = {
  appid: "shop",
  id: "one",
  name: "Sale",
  tags: [],
  parameters: [],
  samples: [],
  languages: [],
};

interface ConsoleUser {
  actor: Member;
}

/** Opens the interface on a database of its own, in which a member is called Maya. For tests. */
export async function openWithMaya({ actor }: ConsoleUser): Promise<TestInterface> {
  const database = await openTestDatabase();
  const served = await openInterface(database);
  await database.query(
    "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'maya@a.example', 'Maya', '')",
    [actor.id],
  );
  return served;
}

/** Writes a draft of the app `shop` as a user of the console does. For tests. */
export const consoleWrites = (as: ConsoleUser, templateId: string, words: string) =>
  putTemplate(as, {
    appid: "shop",
    templateId,
    name: "Sale",
    blocks: { android: { text: words } },
  });

/** Returns a template of the app `shop`. For tests. */
export async function storedTemplate(templateId: string) {
  const row = await templateNamed({ appid: "shop", templateId });
  if (!row) throw new Error(`There is no ${templateId}.`);
  return row;
}

/**
 * Runs a command line on a server, and returns its status, its output and its complaints. For
 * tests.
 */
export async function runClarion(args: string[], origin: string, key: string) {
  const [out, wrong]: [string[], string[]] = [[], []];
  const status = await run(
    args,
    { CLARION_URL: origin, CLARION_KEY: key },
    (line) => out.push(line),
    (line) => wrong.push(line),
  );
  return { status, out: out.join("\n"), wrong: wrong.join("\n") };
}

/** Writes a template of the app `shop` into a folder. For tests. */
export const writeSale = (dir: string, id: string, more: Partial<TemplateFiles> = {}) =>
  writeTemplate(dir, {
    ...plainTemplate,
    id,
    blocks: { android: { title: "Hi", text: "Hello ${name}" } },
    parameters: [{ name: "name", required: true }],
    ...more,
  });

/** Writes another text for Android into the files of a template. For tests. */
export const sayInFile = (dir: string, id: string, words: string) =>
  writeFileSync(join(dir, `shop/${id}/android.txt`), `${words}\n`);
