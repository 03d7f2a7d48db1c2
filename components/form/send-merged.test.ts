import { expect, it, vi } from "vitest";
import type { Answer } from "@/lib/inputs/answer";
import { sendMerged, type Confirmation } from "./send-merged";

const changed: Answer<number> = {
  ok: false,
  problems: [],
  conflict: { revision: 2, by: "Ann", at: null, theirs: {} },
};
const refusal = [{ pointer: "", message: "Not saved." }];

it("asks once, however often another writer's version is merged", async () => {
  const confirm = vi.fn<Confirmation<number>>(async () => undefined);
  const answers: Answer<number>[] = [changed, changed, { ok: true, value: 3 }];
  let formValue = 0;
  const sent = await sendMerged({
    values: () => formValue,
    confirm,
    action: async () => answers.shift() ?? changed,
    meet: () => {
      formValue += 1;
      return undefined;
    },
  });
  expect(sent).toEqual({ input: 2, value: 3 });
  expect(confirm.mock.calls).toEqual([[0, undefined]]);
});

it("sends nothing that is not confirmed, and says what cannot be merged", async () => {
  const action = vi.fn<() => Promise<Answer<number>>>(async () => changed);
  const sending = { values: () => 0, action, meet: () => refusal };
  expect(await sendMerged({ ...sending, confirm: async () => refusal })).toEqual({
    problems: refusal,
  });
  expect(action).not.toHaveBeenCalled();
  expect(await sendMerged({ ...sending, confirm: undefined })).toEqual({ problems: refusal });
});

it("sends a form anyway once its warnings are confirmed", async () => {
  const warned: Answer<number> = {
    ok: false,
    problems: [{ pointer: "/anyway", message: "you are left out" }],
  };
  const sent: [number, boolean][] = [];
  const confirm = vi.fn<Confirmation<number>>(async () => undefined);
  const answers: Answer<number>[] = [warned, changed, { ok: true, value: 3 }];
  const sending = {
    values: () => 7,
    action: async (input: number, anyway: boolean) => {
      sent.push([input, anyway]);
      return answers.shift() ?? warned;
    },
    meet: () => undefined,
  };
  expect(await sendMerged({ ...sending, confirm })).toEqual({ input: 7, value: 3 });
  expect(confirm.mock.calls.map(([, warning]) => warning !== undefined)).toEqual([false, true]);
  expect(sent).toEqual([
    [7, false],
    [7, true],
    [7, true],
  ]);
  sent.length = 0;
  const keep: Confirmation<number> = async (_, warning) =>
    warning === undefined ? undefined : refusal;
  expect(await sendMerged({ ...sending, confirm: keep })).toEqual({ problems: refusal });
  expect(sent).toEqual([[7, false]]);
});

it("shows a conflict as its problems where the form holds no stored version", async () => {
  const action = vi.fn<() => Promise<Answer<number>>>(async () => ({
    ...changed,
    problems: refusal,
  }));
  expect(
    await sendMerged({ values: () => 0, confirm: undefined, action, meet: undefined }),
  ).toEqual({ problems: refusal });
  expect(action).toHaveBeenCalledOnce();
});
