"use server";

import { checkKeptCredential, saveCheckedCredential } from "@/lib/check/credential";
import { changeApp } from "@/lib/directory/app/change";
import { createApp } from "@/lib/directory/app/create";
import { createWebPushKeys } from "@/lib/directory/credential/create-keys";
import { removeCredential } from "@/lib/directory/credential/remove";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/apps", "/settings/apps/[id]"];

/** Makes an app. Returns its id. */
export const makeApp = answer(createApp, { changes });

/** Changes the settings of an app. */
export const changeAppSettings = answer(changeApp, { changes });

/** Saves a credential that its provider accepts, or that the user saves although the provider cannot be asked. */
export const keepCredential = answer(saveCheckedCredential, { changes });

/** Asks a provider about the credential that is kept. */
export const checkCredential = answer(checkKeptCredential, { changes });

/** Removes a credential. */
export const dropCredential = answer(removeCredential, { changes });

/** Makes a pair of keys for Web Push. Returns the public one. */
export const makeWebPushKeys = answer(createWebPushKeys, { changes });
