"use server";

import type { SavedGroup } from "@/components/composer/test-actions";
import { requireRole } from "@/lib/auth/session";
import { AudienceError } from "@/lib/directory/audience/rows";
import { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import type { TestChoice } from "@/lib/directory/audience/test-recipients";
import { testTargets, type TestTargets } from "@/lib/directory/audience/test-targets";
import { sendTest, type TestReply } from "@/lib/dispatch/send-test";
import { testFate, type TestFate } from "@/lib/dispatch/test-fate";
import type { PushRequestInput } from "@/lib/interface/request";

/** Sends what was composed to those chosen for a test. The same nonce twice is one test. */
export async function sendTestMessage(request: PushRequestInput, nonce: string, choice: TestChoice): Promise<TestReply> {
  const member = await requireRole("marketer");
  return sendTest(member, request, String(nonce), plain(choice));
}

/** How far the messages of a test have come; undefined when there are none. */
export async function readTestFate(transids: readonly string[]): Promise<TestFate | undefined> {
  const member = await requireRole("viewer");
  return testFate(member, texts(transids));
}

/** The devices and groups that a test in an app can go to. */
export async function findTestTargets(appid: string, text: string, chosen: readonly string[]): Promise<TestTargets> {
  const member = await requireRole("marketer");
  return testTargets(member, String(appid), String(text), texts(chosen));
}

/** Keeps a choice as a test group. */
export async function keepTestGroup(appid: string, name: string, choice: TestChoice): Promise<SavedGroup> {
  const member = await requireRole("marketer");
  try {
    return { ok: true, id: await saveTestGroup(member, String(appid), String(name), plain(choice)) };
  } catch (error) {
    if (error instanceof AudienceError) return { ok: false, message: error.message };
    throw error;
  }
}

/** What came over the line may be anything. */
function plain({ groups, devices, browsers, users }: TestChoice): TestChoice {
  return { groups: texts(groups), devices: texts(devices), browsers: texts(browsers), users: texts(users) };
}

function texts(value: readonly string[]): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
