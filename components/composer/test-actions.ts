import type { WebPushApp } from "@/lib/directory/app/web-push";
import type { TestChoice } from "@/lib/directory/audience/test-recipients";
import type { TestTargets } from "@/lib/directory/audience/test-targets";
import type { TestReply } from "@/lib/dispatch/send-test";
import type { TestFate } from "@/lib/dispatch/test-fate";
import type { PushRequestInput } from "@/lib/interface/request";

export type SavedGroup = { ok: true; id: string } | { ok: false; message: string };

/** What a test needs of the server. */
export interface TestActions {
  /** The same nonce twice is one test. */
  send: (request: PushRequestInput, nonce: string, choice: TestChoice) => Promise<TestReply>;
  fateOf: (transids: readonly string[]) => Promise<TestFate | undefined>;
  find: (appid: string, text: string, chosen: readonly string[]) => Promise<TestTargets>;
  saveGroup: (appid: string, name: string, choice: TestChoice) => Promise<SavedGroup>;
  /** Apps that this browser can become a device of. */
  browserApps: readonly WebPushApp[];
}
