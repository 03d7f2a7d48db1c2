import type { WebPushApp } from "@/lib/directory/app/web-push";
import type { TestChoice } from "@/lib/directory/audience/test-recipients";
import type { TestTargets } from "@/lib/directory/audience/test-targets";
import type { TestReply } from "@/lib/campaign/send-test";
import type { TestFate } from "@/lib/results/test-fate";

export type SavedGroup = { ok: true; id: string } | { ok: false; message: string };

/** What a test needs of the server. */
export interface TestActions {
  /** Sends a request, given as the text of its body. The same nonce twice is one test. */
  send: (body: string, nonce: string, choice: TestChoice) => Promise<TestReply>;
  fateOf: (transids: readonly string[]) => Promise<TestFate | undefined>;
  find: (appid: string, text: string, chosen: readonly string[]) => Promise<TestTargets>;
  saveGroup: (appid: string, name: string, choice: TestChoice) => Promise<SavedGroup>;
  /** Apps that this browser can become a device of. */
  browserApps: readonly WebPushApp[];
}
