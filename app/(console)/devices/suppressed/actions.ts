"use server";

import { addSuppressions as addSuppressionsVerb } from "@/lib/directory/suppression/suppress";
import { removeSuppression as removeSuppressionVerb } from "@/lib/directory/suppression/unsuppress";
import { answer, answerEach } from "@/lib/verb/answer";

export const addSuppressions = answer(addSuppressionsVerb, { changes: ["/devices/suppressed"] });
export const removeEachSuppression = answerEach(removeSuppressionVerb, {
  changes: ["/devices/suppressed"],
});
