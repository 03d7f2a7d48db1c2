import type { z } from "zod";
import type { TestSent } from "@/lib/campaign/send-test";
import type { WebPushApp } from "@/lib/directory/app/web-push";
import type { TestTargets } from "@/lib/directory/audience/test-targets";
import type { Answer } from "@/lib/inputs/answer";
import type {
  sendTestSchema,
  testFateSchema,
  testGroupSchema,
  testTargetsSchema,
} from "@/lib/inputs/test-message";
import type { TestFate } from "@/lib/results/test-fate";

/** What a test needs of the server. */
export interface TestActions {
  /** Sends a request, given as the text of its body. The same nonce twice is one test. */
  send: (input: z.input<typeof sendTestSchema>) => Promise<Answer<TestSent>>;
  fateOf: (input: z.input<typeof testFateSchema>) => Promise<Answer<TestFate>>;
  find: (input: z.input<typeof testTargetsSchema>) => Promise<Answer<TestTargets>>;
  /** Answers the id of the group. */
  saveGroup: (input: z.input<typeof testGroupSchema>) => Promise<Answer<string>>;
  /** Apps that this browser can become a device of. */
  browserApps: readonly WebPushApp[];
}
