"use server";

import { changeService as changeServiceVerb } from "@/lib/directory/service/change";
import { createService as createServiceVerb } from "@/lib/directory/service/create";
import { createServiceKey as createServiceKeyVerb } from "@/lib/directory/service/create-key";
import {
  deactivateService as deactivateServiceVerb,
  reactivateService as reactivateServiceVerb,
} from "@/lib/directory/service/deactivate";
import { removeJwtSecret as removeJwtSecretVerb } from "@/lib/directory/service/remove-jwt-secret";
import { rerollServiceKey as rerollServiceKeyVerb } from "@/lib/directory/service/reroll-key";
import { rerollServiceSecret as rerollServiceSecretVerb } from "@/lib/directory/service/reroll-secret";
import { revokeServiceKey as revokeServiceKeyVerb } from "@/lib/directory/service/revoke-key";
import { answer } from "@/lib/verb/answer";

/** Refreshes no page: the page that calls it shows the key first. */
export const createService = answer(createServiceVerb);
export const changeService = answer(changeServiceVerb, { changes: ["/settings/services"] });
export const deactivateService = answer(deactivateServiceVerb, { changes: ["/settings/services"] });
export const reactivateService = answer(reactivateServiceVerb, { changes: ["/settings/services"] });
export const createServiceKey = answer(createServiceKeyVerb, { changes: ["/settings/services"] });
export const rerollServiceKey = answer(rerollServiceKeyVerb, { changes: ["/settings/services"] });
export const revokeServiceKey = answer(revokeServiceKeyVerb, { changes: ["/settings/services"] });
export const removeJwtSecret = answer(removeJwtSecretVerb, { changes: ["/settings/services"] });
export const rerollServiceSecret = answer(rerollServiceSecretVerb, {
  changes: ["/settings/services"],
});
