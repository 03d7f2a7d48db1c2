import { strToU8, Zip, ZipDeflate } from "fflate";
import { z } from "zod";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mostCounted } from "@/lib/inputs/page";
import { templateDocumentSchema } from "@/lib/inputs/template";
import { jsonSchemaOf } from "@/lib/interface/openapi";
import type { Actor } from "@/lib/policy/can";
import { filesOf, filledContent, folderName, schemaFile, schemaText } from "@/lib/template/files";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { listTemplates, templateFilterSchema } from "./list";
import { readDocument } from "./read-document";
import { UnreadableError } from "./stored";

/** Templates in one file at most. */
const mostExported = mostCounted;
/** More than a page of the list has. */
const mostChosen = 200;
/**
 * The same for every file, so that the same templates are the same bytes; the first that a zip can
 * hold.
 */
const mtime = new Date(1980, 0, 1);

const exportSchema = templateFilterSchema
  .omit({ after: true, before: true })
  .extend({ ids: z.array(z.string()).max(mostChosen).optional() });

interface TemplateRef {
  appid: string;
  templateId: string;
}

/**
 * Exports templates as a zip file in the layout of `clarion templates pull`: those chosen by their
 * ids, or all that the list shows. Rejects more than 1,000. Its parts are generated on demand.
 */
export const exportTemplates = view({
  action: "template.read",
  input: exportSchema,
  service: serviceNamed,
  run: async (
    { sql, actor },
    { ids, ...filter },
  ): Promise<{ parts: AsyncGenerator<Uint8Array, void, undefined> }> => {
    const named =
      ids === undefined ? await allShown(actor, filter) : await chosen(sql, filter.serviceId, ids);
    if (named.length === 0) rejectInput("There are no templates to export.");
    return { parts: zipOf(actor, named) };
  },
});

async function allShown(
  actor: Actor,
  filter: Omit<z.output<typeof exportSchema>, "ids">,
): Promise<TemplateRef[]> {
  const all: TemplateRef[] = [];
  let after: string | null | undefined;
  do {
    const page = await listTemplates({ actor }, { ...filter, ...(after != null && { after }) });
    all.push(...page.rows);
    if (all.length > mostExported || page.total > mostExported)
      rejectInput(
        `At most ${mostExported.toLocaleString("en")} templates can be exported at a time. Narrow the list first.`,
      );
    after = page.next;
  } while (after !== null);
  return all;
}

async function chosen(sql: Sql, serviceId: string, ids: readonly string[]): Promise<TemplateRef[]> {
  return sql.query<TemplateRef>(
    `SELECT a.appid, t.template_id AS "templateId" FROM template t JOIN app a ON a.id = t.app_id
     WHERE t.service_id = $1 AND t.id = ANY($2::uuid[]) ORDER BY lower(t.name), t.id`,
    [serviceId, ids.filter(isId)],
  );
}

async function* zipOf(
  actor: Actor,
  named: readonly TemplateRef[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let pending: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    pending.push(part);
  });
  const add = (path: string, text: string) => {
    const file = new ZipDeflate(path);
    file.mtime = mtime;
    zip.add(file);
    file.push(strToU8(text), true);
  };
  add(schemaFile, schemaText(jsonSchemaOf(templateDocumentSchema)));
  for (const one of named) {
    const folder = `${folderName(one.appid)}/${folderName(one.templateId)}`;
    for (const [file, text] of await filesOfTemplate(actor, one)) add(`${folder}/${file}`, text);
    const ready = pending;
    pending = [];
    yield* ready;
  }
  zip.end();
  yield* pending;
}

/**
 * The files of a template; of one that cannot be read a file that says so, in which no template is
 * read again.
 */
async function filesOfTemplate(actor: Actor, named: TemplateRef): Promise<Map<string, string>> {
  try {
    const { name, tags, content } = await readDocument({ actor }, named);
    return filesOf({ name, tags, ...filledContent(content) });
  } catch (error) {
    if (error instanceof UnreadableError)
      return new Map([["unreadable.txt", `${error.message}\n`]]);
    throw error;
  }
}
