import { expect, it, vi } from "vitest";
import type { Answer } from "@/lib/inputs/answer";
import { sendMerged } from "./send-merged";

const changed: Answer<number> = {
  ok: false,
  problems: [],
  conflict: { revision: 2, by: "Ann", at: null, theirs: {} },
};
const refusal = [{ pointer: "", message: "Not saved." }];

it("asks once, however often another writer's version is merged", async () => {
  const confirm = vi.fn<(held: number) => Promise<undefined>>(async () => undefined);
  const answers: Answer<number>[] = [changed, changed, { ok: true, value: 3 }];
  let held = 0;
  const sent = await sendMerged({
    values: () => held,
    confirm,
    action: async () => answers.shift() ?? changed,
    meet: () => {
      held += 1;
      return undefined;
    },
  });
  expect(sent).toEqual({ input: 2, value: 3 });
  expect(confirm.mock.calls).toEqual([[0]]);
});

it("sends nothing that is not confirmed, and says what cannot be merged", async () => {
  const action = vi.fn<() => Promise<Answer<number>>>(async () => changed);
  const sending = { values: () => 0, action, meet: () => refusal };
  expect(await sendMerged({ ...sending, confirm: async () => refusal })).toEqual({ problems: refusal });
  expect(action).not.toHaveBeenCalled();
  expect(await sendMerged({ ...sending, confirm: undefined })).toEqual({ problems: refusal });
});
