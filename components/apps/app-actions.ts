import type { checkCredential, saveCheckedCredential } from "@/lib/check/credential";
import type { createWebPushKeys } from "@/lib/directory/credential/create-keys";
import type { removeCredential } from "@/lib/directory/credential/remove";
import type { ActionOf } from "@/lib/verb/answer";

export type SaveCredential = ActionOf<typeof saveCheckedCredential>;

/** What can be done to the credentials of an app. */
export interface CredentialActions {
  save: SaveCredential;
  check: ActionOf<typeof checkCredential>;
  remove: ActionOf<typeof removeCredential>;
  createKeys: ActionOf<typeof createWebPushKeys>;
}
