"use server";

import { changeService as changeServiceVerb } from "@/lib/directory/service/change";
import { createService as createServiceVerb } from "@/lib/directory/service/create";
import { createServiceKey as createServiceKeyVerb } from "@/lib/directory/service/create-key";
import { removeJwtSecret as removeJwtSecretVerb } from "@/lib/directory/service/remove-jwt-secret";
import { rerollServiceKey as rerollServiceKeyVerb } from "@/lib/directory/service/reroll-key";
import { rerollServiceSecret as rerollServiceSecretVerb } from "@/lib/directory/service/reroll-secret";
import { revokeServiceKey as revokeServiceKeyVerb } from "@/lib/directory/service/revoke-key";
import { switchService as switchServiceVerb } from "@/lib/directory/service/switch";
import { answer } from "@/lib/verb/answer";

/** Creates a service. Refreshes no page: the page that calls it shows the key first. */
export const createService = answer(createServiceVerb);

/** Changes a part of a service. */
export const changeService = answer(changeServiceVerb, { changes: ["/settings/services"] });

/** Switches a service off, or on again. */
export const switchService = answer(switchServiceVerb, { changes: ["/settings/services"] });

/** Makes a key, which is in the answer alone. */
export const createServiceKey = answer(createServiceKeyVerb, { changes: ["/settings/services"] });

/** Puts a new key in the place of one. */
export const rerollServiceKey = answer(rerollServiceKeyVerb, { changes: ["/settings/services"] });

/** Revokes a key. */
export const revokeServiceKey = answer(revokeServiceKeyVerb, { changes: ["/settings/services"] });

/** Removes a JWT secret. */
export const removeJwtSecret = answer(removeJwtSecretVerb, { changes: ["/settings/services"] });

/** Puts a new secret in the place of one, or makes the first. */
export const rerollServiceSecret = answer(rerollServiceSecretVerb, { changes: ["/settings/services"] });
