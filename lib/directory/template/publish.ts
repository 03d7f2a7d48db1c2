import { memberIdOf } from "@/lib/auth/member";
import { worstProblems } from "@/lib/authoring/worst-case";
import { forgetCached } from "@/lib/database/cached";
import type { Sql } from "@/lib/database/sql";
import { valueAt } from "@/lib/findings/edits";
import type { AnswerProblem } from "@/lib/inputs/answer";
import { publishDraftSchema } from "@/lib/inputs/template";
import { parseJson } from "@/lib/interface/exact-json";
import { stepsOf } from "@/lib/interface/pointer";
import {
  readTemplateContent,
  type SentContent,
  type TemplateContent,
} from "@/lib/template/content";
import { isParameterName, placeholderOf } from "@/lib/template/placeholder";
import { inputProblems } from "@/lib/verb/arguments";
import { rejectInput, RefusedError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { readApp } from "../app/find";
import { assertPublished, draftConflict } from "./conflict";
import { lockTemplate, serviceOfTemplate, type LockedTemplate } from "./row";
import { assertPublishable, storeVersion } from "./store-version";
import { assertReadableDraft } from "./stored";

/**
 * Makes the next version of what the draft says, and publishes it: requests that pin no version use
 * it from now on. Returns its number. Refuses a draft that was saved since it was previewed,
 * another published version than expected (`ConflictError`), what the interface refuses, by
 * pointers into the content, and without `anyway` what the longest values that it allows make
 * larger than a request or a provider carries. A parameter without a maximum length allows no
 * particular one: what is wrong with it is reported, and does not stop the publication.
 */
export const publishTemplate = verb({
  action: "template.publish",
  input: publishDraftSchema,
  service: serviceOfTemplate,
  run: async ({ tx, actor }, { id, revision, note, expectedPublished, anyway }) => {
    const template = await lockTemplate(tx, id);
    if (template.archived) rejectInput("It is archived. Restore it first.");
    await assertPublished(tx, id, template, expectedPublished);
    const [draft] = await tx.query<{ content: string | null; revision: number }>(
      "SELECT content, revision FROM template_draft WHERE template_id = $1",
      [id],
    );
    // A page that follows what others publish expects their version, and still has the revision
    // that was looked at.
    if (draft && draft.revision !== revision) {
      const happened = {
        changed: "changed the draft. Review it, then publish.",
        undone: "undid all changes of the draft, so there is nothing to publish.",
        published: `published version ${template.published} in the meantime, and the draft has no changes since. Review that version.`,
      };
      throw await draftConflict(tx, id, (by, did) => ({
        pointer: "/revision",
        message: `${by} ${happened[did]}`,
      }));
    }
    if (!draft || draft.content === null)
      rejectInput("There is nothing to publish: the draft has no changes since the last version.");
    const { templateId, published, archived } = template;
    assertReadableDraft(
      { templateId, published, archived, revision: draft.revision },
      draft.content,
    );
    const content = readContent(draft.content);
    assertPublishable(content);
    if (!anyway) await assertFits(tx, template, content);
    const version = await storeVersion(tx, id, content, { note, by: memberIdOf(actor) });
    await tx.query(
      "UPDATE template_draft SET content = NULL, content_hash = NULL, platforms = '{}', languages = '{}', revision = revision + 1 WHERE template_id = $1",
      [id],
    );
    return { row: { version }, changedId: id, entity: id, event: { templateId, version } };
  },
  after: () => forgetCached("template-version"),
});

/**
 * Throws `RefusedError` for a draft that its longest values make larger than a request or a
 * provider of its app carries.
 */
async function assertFits(
  tx: Sql,
  { appid, templateId }: LockedTemplate,
  content: SentContent,
): Promise<void> {
  const { problems } = worstProblems(content, {
    appid,
    templateId,
    app: await readApp(tx, appid),
  });
  if (problems.length > 0) throw new RefusedError(...problems);
}

/** What a draft says, as it can be published. Throws `RefusedError` by pointers into it. */
export function readContent(text: string): TemplateContent {
  const { data, error } = readTemplateContent(text);
  if (data) return data;
  const content = parseJson(text);
  throw new RefusedError(...inputProblems(error).map((problem) => withName(problem, content)));
}

/**
 * The problem of a parameter with its name in place of its number: "${order}, choices: must list at
 * least one value."
 */
function withName(problem: AnswerProblem, content: unknown): AnswerProblem {
  const [list, index] = stepsOf(problem.pointer);
  const name =
    list === "parameters" && index !== undefined
      ? valueAt(content, `/parameters/${index}/name`)
      : undefined;
  if (typeof name !== "string" || !isParameterName(name)) return problem;
  return { ...problem, message: problem.message.replace(/^parameters \d+/, placeholderOf(name)) };
}
