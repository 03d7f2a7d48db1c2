"use server";

import {
  checkCredential as checkCredentialVerb,
  saveCheckedCredential as saveCheckedCredentialVerb,
} from "@/lib/check/credential";
import { changeApp as changeAppVerb } from "@/lib/directory/app/change";
import { createApp as createAppVerb } from "@/lib/directory/app/create";
import { createWebPushKeys as createWebPushKeysVerb } from "@/lib/directory/credential/create-keys";
import { removeCredential as removeCredentialVerb } from "@/lib/directory/credential/remove";
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

const changes = [paths.apps(), `${paths.apps()}/[id]`];

export const createApp = answer(createAppVerb, { changes });
export const changeApp = answer(changeAppVerb, { changes });
export const saveCheckedCredential = answer(saveCheckedCredentialVerb, { changes });
export const checkCredential = answer(checkCredentialVerb, { changes });
export const removeCredential = answer(removeCredentialVerb, { changes });
export const createWebPushKeys = answer(createWebPushKeysVerb, { changes });
