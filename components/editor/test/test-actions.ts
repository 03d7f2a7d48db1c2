import type { sendTestMessage } from "@/lib/campaign/send-test";
import type { WebPushApp } from "@/lib/directory/app/list-web-push";
import type { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import type { findTestTargets } from "@/lib/directory/audience/test-targets";
import type { readTestProgress } from "@/lib/results/test-progress";
import type { ActionOf } from "@/lib/verb/answer";

/** What a test needs of the server. */
export interface TestActions {
  /** Sends a request, given as the text of its body. The same nonce twice is one test. */
  send: ActionOf<typeof sendTestMessage>;
  readProgress: ActionOf<typeof readTestProgress>;
  find: ActionOf<typeof findTestTargets>;
  /** Answers the id of the group. */
  saveGroup: ActionOf<typeof saveTestGroup>;
  /** Apps that this browser can become a device of. */
  browserApps: readonly WebPushApp[];
}
