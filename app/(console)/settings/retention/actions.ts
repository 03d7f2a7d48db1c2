"use server";

import { changeRetention as changeRetentionVerb } from "@/lib/directory/retention/change";
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

export const changeRetention = answer(changeRetentionVerb, {
  changes: [paths.retention(), paths.services()],
});
