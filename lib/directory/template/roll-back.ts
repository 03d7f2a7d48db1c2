import { memberIdOf } from "@/lib/auth/member";
import { forgetCached } from "@/lib/database/cached";
import { rollBackSchema } from "@/lib/inputs/template";
import { refuse } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { assertPublished } from "./conflict";
import { lockTemplate } from "./lock";
import { serviceOfTemplate } from "./service-of";
import { point } from "./store-version";
import { publishedVersion } from "./version-content";

/**
 * Publishes an older version again: requests that pin none use it from now on, in every process as
 * soon as it is notified. The draft stays as it is. Throws `ConflictError` where another version is
 * published than expected, `UnreadableError` for one that cannot be read.
 */
export const rollBackTemplate = verb(
  "template.rollBack",
  rollBackSchema,
  serviceOfTemplate,
  async ({ tx, actor }, { id, version, expectedPublished }) => {
    const template = await lockTemplate(tx, id);
    if (template.archived) refuse("It is archived. Restore it first.");
    await assertPublished(tx, id, template, expectedPublished);
    if (template.published === version) return { unchanged: { version } };
    if (!(await publishedVersion(tx, id, version)))
      refuse(`There is no version ${version}.`, "/version");
    await point(tx, id, version, memberIdOf(actor));
    return {
      row: { version },
      shown: id,
      entity: id,
      event: { templateId: template.templateId, from: template.published, to: version },
    };
  },
  () => forgetCached("template-version"),
);
