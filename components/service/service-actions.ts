import type { changeService } from "@/lib/directory/service/change";
import type { createServiceKey } from "@/lib/directory/service/create-key";
import type { deactivateService, reactivateService } from "@/lib/directory/service/deactivate";
import type { removeJwtSecret } from "@/lib/directory/service/remove-jwt-secret";
import type { rerollServiceKey } from "@/lib/directory/service/reroll-key";
import type { rerollServiceSecret } from "@/lib/directory/service/reroll-secret";
import type { revokeServiceKey } from "@/lib/directory/service/revoke-key";
import type { ActionOf } from "@/lib/verb/answer";

/** Changes a part of a service. */
export type ChangeService = ActionOf<typeof changeService>;
/** Deactivates and reactivates a service. */
export interface ServiceStateActions {
  deactivate: ActionOf<typeof deactivateService>;
  reactivate: ActionOf<typeof reactivateService>;
}
/** What can be done with keys. */
export interface KeyActions {
  create: ActionOf<typeof createServiceKey>;
  reroll: ActionOf<typeof rerollServiceKey>;
  revoke: ActionOf<typeof revokeServiceKey>;
}
/** What can be done with the secrets of a service other than its keys. */
export interface SecretActions {
  reroll: RerollSecret;
  /** Removes a JWT secret. */
  remove: ActionOf<typeof removeJwtSecret>;
}
/** Replaces a secret. */
export type RerollSecret = ActionOf<typeof rerollServiceSecret>;
