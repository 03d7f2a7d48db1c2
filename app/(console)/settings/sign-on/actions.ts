"use server";

import { removeConnection as removeConnectionVerb } from "@/lib/sign-on/remove";
import { saveConnection as saveConnectionVerb } from "@/lib/sign-on/save";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/sign-on"];

export const saveConnection = answer(saveConnectionVerb, {
  changes: [...changes, "/settings/sign-on/[id]"],
});
export const removeConnection = answer(removeConnectionVerb, { changes });
