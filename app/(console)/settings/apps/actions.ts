"use server";

import { checkKeptCredential as checkKeptCredentialVerb, saveCheckedCredential as saveCheckedCredentialVerb } from "@/lib/check/credential";
import { changeApp as changeAppVerb } from "@/lib/directory/app/change";
import { createApp as createAppVerb } from "@/lib/directory/app/create";
import { createWebPushKeys as createWebPushKeysVerb } from "@/lib/directory/credential/create-keys";
import { removeCredential as removeCredentialVerb } from "@/lib/directory/credential/remove";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/apps", "/settings/apps/[id]"];

/** Makes an app. Returns its id. */
export const createApp = answer(createAppVerb, { changes });

/** Changes the settings of an app. */
export const changeApp = answer(changeAppVerb, { changes });

/** Saves a credential that its provider accepts, or that the user saves although the provider cannot be asked. */
export const saveCheckedCredential = answer(saveCheckedCredentialVerb, { changes });

/** Asks a provider about the credential that is kept. */
export const checkKeptCredential = answer(checkKeptCredentialVerb, { changes });

/** Removes a credential. */
export const removeCredential = answer(removeCredentialVerb, { changes });

/** Makes a pair of keys for Web Push. Returns the public one. */
export const createWebPushKeys = answer(createWebPushKeysVerb, { changes });
