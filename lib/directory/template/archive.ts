import { forgetCached } from "@/lib/database/cached";
import { idSchema } from "@/lib/inputs/row";
import { archiveTemplateSchema } from "@/lib/inputs/template";
import { rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { lockTemplate, serviceOfTemplate } from "./row";
import { campaignsUsing, usesByPrograms, type ProgramUses, type UsingCampaign } from "./used-by";

const mostNamed = 3;

/**
 * Archives a template: it is offered no longer, and requests that name it are answered with 7108.
 * Refused while campaigns that name it are scheduled, under way or being written: archiving must
 * not change or remove the content of a message. Where programs used it in the last 30 days it is
 * refused at `/anyway`, until the caller says so.
 */
export const archiveTemplate = verb({
  action: "template.archive",
  input: archiveTemplateSchema,
  service: serviceOfTemplate,
  run: async ({ tx }, { id, anyway }) => {
    const { templateId, archived } = await lockTemplate(tx, id);
    if (archived) return { unchanged: null };
    const using = await campaignsUsing(tx, id);
    if (using.length > 0)
      rejectInput(`${namesOf(using)} Remove it there to archive this template.`);
    const programs = anyway ? undefined : await usesByPrograms(tx, id);
    if (programs) rejectInput(usesText(programs), "/anyway");
    await tx.query("UPDATE template SET archived_at = now() WHERE id = $1", [id]);
    return { row: null, entity: id, event: { templateId } };
  },
  after: () => forgetCached("template-version"),
});

/** Brings an archived template back, with the version that was published. */
export const restoreTemplate = verb({
  action: "template.restore",
  input: idSchema,
  service: serviceOfTemplate,
  run: async ({ tx }, { id }) => {
    const { templateId, archived } = await lockTemplate(tx, id);
    if (!archived) return { unchanged: null };
    await tx.query("UPDATE template SET archived_at = NULL WHERE id = $1", [id]);
    return { row: null, entity: id, event: { templateId } };
  },
  after: () => forgetCached("template-version"),
});

function usesText({ uses, lastDay }: ProgramUses): string {
  const messages = uses === 1 ? "1 message" : `${uses.toLocaleString("en")} messages`;
  return `Programs sent ${messages} with this template in the last 30 days, most recently on ${lastDay} (UTC). Archiving the template makes their requests fail.`;
}

function namesOf(using: readonly UsingCampaign[]): string {
  const first = using.slice(0, mostNamed).map(({ name, state }) => `“${name}” (${state})`);
  const more = using.length - first.length;
  const all = new Intl.ListFormat("en").format(more > 0 ? [...first, `${more} more`] : first);
  return `In use by ${all}.`;
}
