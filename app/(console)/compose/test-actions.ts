"use server";

import type { SavedGroup } from "@/components/composer/send/test-actions";
import { requireRole } from "@/lib/auth/session";
import { AudienceError } from "@/lib/directory/audience/rows";
import { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import type { TestChoice } from "@/lib/directory/audience/test-recipients";
import { testTargets, type TestTargets } from "@/lib/directory/audience/test-targets";
import { sendTest, type TestReply } from "@/lib/campaign/send-test";
import { testFate, type TestFate } from "@/lib/results/test-fate";
import { readArguments } from "@/lib/inputs/arguments";
import { sendTestSchema, testFateSchema, testGroupSchema, testTargetsSchema } from "@/lib/inputs/test-message";

/** Sends what was composed to those chosen for a test. The same nonce twice is one test. */
export async function sendTestMessage(request: string, nonce: string, choice: TestChoice): Promise<TestReply> {
  const member = await requireRole("marketer");
  const read = readArguments(sendTestSchema, { request, nonce, choice });
  return read.ok ? sendTest(member, read.value.request, read.value.nonce, read.value.choice) : read;
}

/** How far the messages of a test have come; undefined when there are none. */
export async function readTestFate(transids: readonly string[]): Promise<TestFate | undefined> {
  const member = await requireRole("viewer");
  const read = readArguments(testFateSchema, { transids });
  return read.ok ? testFate(member, read.value.transids) : undefined;
}

/** The devices and groups that a test in an app can go to; none for what no app and no device can be called. */
export async function findTestTargets(appid: string, text: string, chosen: readonly string[]): Promise<TestTargets> {
  const member = await requireRole("marketer");
  const read = readArguments(testTargetsSchema, { appid, text, chosen });
  if (!read.ok) return { devices: [], more: false, chosen: [], groups: [] };
  return testTargets(member, read.value.appid, read.value.text, read.value.chosen);
}

/** Keeps a choice as a test group. */
export async function keepTestGroup(appid: string, name: string, choice: TestChoice): Promise<SavedGroup> {
  const member = await requireRole("marketer");
  const read = readArguments(testGroupSchema, { appid, name, choice });
  if (!read.ok) return read;
  try {
    return { ok: true, id: await saveTestGroup(member, read.value.appid, read.value.name, read.value.choice) };
  } catch (error) {
    if (error instanceof AudienceError) return { ok: false, message: error.message };
    throw error;
  }
}
