import { memberIdOf } from "@/lib/auth/member";
import { serviceOfAppid } from "@/lib/directory/app/service-of";
import { saveDraftSchema } from "@/lib/inputs/campaign";
import { verb } from "@/lib/verb/verb";
import { storeDraft, unknownApp } from "./draft/store";
import { assertMayExempt } from "./order/exempt";

/**
 * Stores a draft. The first save creates the campaign, in the service of its app; later saves
 * replace only the version that they name, and stay in that service. A request for approval, or an
 * approval, of other content becomes void. Rejects a draft that can never be stored as it is, and
 * one that is marked as necessary by a member who may not. Throws `ConflictError` with the name and
 * the draft of the other version when another member saved in between.
 */
export const saveCampaign = verb({
  action: "campaign.save",
  input: saveDraftSchema,
  service: {
    find: (sql, { campaign }) => serviceOfAppid(sql, campaign),
    missing: unknownApp,
  },
  run: async ({ tx, actor, serviceId }, { campaign }) => {
    const { id, draft } = campaign;
    await assertMayExempt(tx, { actor, serviceId }, { campaignId: id, draft });
    return storeDraft(tx, { serviceId, by: memberIdOf(actor) }, campaign);
  },
});
