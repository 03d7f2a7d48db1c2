import { memberIdOf } from "@/lib/auth/member";
import { forgetCached } from "@/lib/database/cached";
import { rollBackSchema } from "@/lib/inputs/template";
import { rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { assertPublished } from "./conflict";
import { lockTemplate, serviceOfTemplate } from "./row";
import { point } from "./store-version";
import { publishedVersion } from "./version-content";

/**
 * Publishes an older version again: requests that pin none use it from now on, in every process as
 * soon as it is notified. The draft stays as it is. Throws `ConflictError` where another version is
 * published than expected, `UnreadableError` for one that cannot be read.
 */
export const rollBackTemplate = verb({
  action: "template.rollBack",
  input: rollBackSchema,
  service: serviceOfTemplate,
  run: async ({ tx, actor }, { id, version, expectedPublished }) => {
    const template = await lockTemplate(tx, id);
    if (template.archived) rejectInput("It is archived. Restore it first.");
    await assertPublished(tx, id, template, expectedPublished);
    if (template.published === version) return { unchanged: { version } };
    if (!(await publishedVersion(tx, id, version)))
      rejectInput(`There is no version ${version}.`, "/version");
    await point(tx, id, version, memberIdOf(actor));
    return {
      row: { version },
      changedId: id,
      entity: id,
      event: { templateId: template.templateId, from: template.published, to: version },
    };
  },
  after: () => forgetCached("template-version"),
});
