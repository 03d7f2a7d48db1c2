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
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

/** Refreshes no page: the page that calls it shows the key first. */
export const createService = answer(createServiceVerb);
export const changeService = answer(changeServiceVerb, { changes: [paths.services()] });
export const deactivateService = answer(deactivateServiceVerb, { changes: [paths.services()] });
export const reactivateService = answer(reactivateServiceVerb, { changes: [paths.services()] });
export const createServiceKey = answer(createServiceKeyVerb, { changes: [paths.services()] });
export const rerollServiceKey = answer(rerollServiceKeyVerb, { changes: [paths.services()] });
export const revokeServiceKey = answer(revokeServiceKeyVerb, { changes: [paths.services()] });
export const removeJwtSecret = answer(removeJwtSecretVerb, { changes: [paths.services()] });
export const rerollServiceSecret = answer(rerollServiceSecretVerb, {
  changes: [paths.services()],
});
