import { idSchema } from "@/lib/inputs/row";
import { rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { lockTemplate, serviceOfTemplate } from "./row";
import { campaignsUsing } from "./used-by";

/**
 * Deletes a template that was never published, with its draft; its id is free again. Refused where
 * a version exists, since messages name it (it can be archived), and while a campaign names the
 * template.
 */
export const removeTemplate = verb({
  action: "template.remove",
  input: idSchema,
  service: serviceOfTemplate,
  run: async ({ tx }, { id }) => {
    const { templateId } = await lockTemplate(tx, id);
    const versions = await tx.prisma.templateVersion.count({ where: { templateId: id } });
    if (versions > 0)
      rejectInput("A template that was published cannot be deleted. Archive it instead.");
    const [using] = await campaignsUsing(tx, id);
    if (using)
      rejectInput(
        `In use by “${using.name}” (${using.state}). Remove it there to delete this template.`,
      );
    const { name } = await tx.prisma.template.delete({ where: { id }, select: { name: true } });
    return { row: null, entity: id, event: { templateId, name } };
  },
});
