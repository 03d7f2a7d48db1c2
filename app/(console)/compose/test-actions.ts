"use server";

import { sendTest } from "@/lib/campaign/send-test";
import { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import { testTargets } from "@/lib/directory/audience/test-targets";
import { testFate } from "@/lib/results/test-fate";
import { answer } from "@/lib/verb/answer";

export const sendTestMessage = answer(sendTest);
export const readTestFate = answer(testFate);
export const findTestTargets = answer(testTargets);
export const keepTestGroup = answer(saveTestGroup);
