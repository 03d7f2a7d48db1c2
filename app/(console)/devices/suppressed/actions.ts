"use server";

import { addSuppressions as addSuppressionsVerb } from "@/lib/directory/suppression/suppress";
import { removeSuppression as removeSuppressionVerb } from "@/lib/directory/suppression/unsuppress";
import { paths } from "@/lib/inputs/paths";
import { answer, answerEach } from "@/lib/verb/answer";

export const addSuppressions = answer(addSuppressionsVerb, { changes: [paths.suppressionList()] });
export const removeEachSuppression = answerEach(removeSuppressionVerb, {
  changes: [paths.suppressionList()],
});
