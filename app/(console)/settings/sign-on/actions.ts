"use server";

import { paths } from "@/lib/inputs/paths";
import { removeConnection as removeConnectionVerb } from "@/lib/sign-on/remove";
import { saveConnection as saveConnectionVerb } from "@/lib/sign-on/save";
import { answer } from "@/lib/verb/answer";

const changes = [paths.connections()];

export const saveConnection = answer(saveConnectionVerb, {
  changes: [...changes, `${paths.connections()}/[id]`],
});
export const removeConnection = answer(removeConnectionVerb, { changes });
