"use server";

import { changeService } from "@/lib/directory/service/change";
import { createService } from "@/lib/directory/service/create";
import { createServiceKey } from "@/lib/directory/service/create-key";
import { removeJwtSecret } from "@/lib/directory/service/remove-jwt-secret";
import { rerollServiceKey } from "@/lib/directory/service/reroll-key";
import { rerollServiceSecret } from "@/lib/directory/service/reroll-secret";
import { revokeServiceKey } from "@/lib/directory/service/revoke-key";
import { switchService } from "@/lib/directory/service/switch";
import { answer } from "@/lib/verb/answer";

/** Creates a service. Refreshes no page: the page that calls it shows the key first. */
export const makeService = answer(createService);

/** Changes a part of a service. */
export const changeServicePart = answer(changeService, { changes: ["/settings/services"] });

/** Switches a service off, or on again. */
export const turnService = answer(switchService, { changes: ["/settings/services"] });

/** Makes a key, which is in the answer alone. */
export const makeServiceKey = answer(createServiceKey, { changes: ["/settings/services"] });

/** Puts a new key in the place of one. */
export const rerollKey = answer(rerollServiceKey, { changes: ["/settings/services"] });

/** Revokes a key. */
export const revokeKey = answer(revokeServiceKey, { changes: ["/settings/services"] });

/** Removes a JWT secret. */
export const removeSecret = answer(removeJwtSecret, { changes: ["/settings/services"] });

/** Puts a new secret in the place of one, or makes the first. */
export const rerollSecret = answer(rerollServiceSecret, { changes: ["/settings/services"] });
