"use server";

import { removeConnection as removeConnectionVerb } from "@/lib/sign-on/remove";
import { saveConnection as saveConnectionVerb } from "@/lib/sign-on/save";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/sign-on"];

/** Sets up a way to sign in by an OpenID provider, or changes it. */
export const saveConnection = answer(saveConnectionVerb, { changes: [...changes, "/settings/sign-on/[id]"] });

/** Removes such a way. */
export const removeConnection = answer(removeConnectionVerb, { changes });
