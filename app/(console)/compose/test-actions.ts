"use server";

import { sendTestMessage as sendTestMessageVerb } from "@/lib/campaign/send-test";
import { saveTestGroup as saveTestGroupVerb } from "@/lib/directory/audience/save-test-group";
import { findTestTargets as findTestTargetsView } from "@/lib/directory/audience/test-targets";
import { readTestProgress as readTestProgressView } from "@/lib/results/test-progress";
import { answer } from "@/lib/verb/answer";

export const sendTestMessage = answer(sendTestMessageVerb);
export const readTestProgress = answer(readTestProgressView);
export const findTestTargets = answer(findTestTargetsView);
export const saveTestGroup = answer(saveTestGroupVerb);
