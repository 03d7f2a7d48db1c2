import type { Outcome, Provider } from "@/lib/providers/provider";
import type { Post } from "@/lib/updates/post";
import { updateName, type Model } from "./model";
import { currentProcess, type SimulatedProcess } from "./simulated-process";

/**
 * How a provider treats a push. `late`: it answers after seconds; `silent`: it gets nothing, and
 * the call times out.
 */
export const treatments = ["accept", "late", "defer", "reject", "silent"] as const;
export type Treatment = (typeof treatments)[number];
/** How a receiver treats an update. */
export const postTreatments = ["accept", "late", "fail", "silent"] as const;
export type PostTreatment = (typeof postTreatments)[number];

const lateMs = 3_000;
const timeoutMs = 10_000;
const outcomes: Record<Treatment, Outcome> = {
  accept: { kind: "submitted", providerMessageId: "provider" },
  late: { kind: "submitted", providerMessageId: "provider" },
  defer: { kind: "deferred", code: "7518", reason: "later", afterMs: 500, trouble: "device" },
  reject: { kind: "rejected", code: "7571", reason: "unregistered", retireDevice: true },
  silent: { kind: "unknown", code: "7518", reason: "no answer", timedOut: true },
};
const effects: Partial<Record<Treatment, "accepted" | "rejected">> = {
  accept: "accepted",
  late: "accepted",
  reject: "rejected",
};

/** Who waits for an answer: the process that runs the caller. */
function caller(): SimulatedProcess {
  const process = currentProcess();
  if (!process) throw new Error("A call of no process left this machine.");
  return process;
}

/** By the clock of the caller's process. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/** What is done with the next call for a recipient, which may be named more closely. */
export type Choice<T> = (name: string) => T;

/** In the place of a provider: gets what is sent at once, and answers when the scheduler says. */
export function providerDouble(model: Model, choose: Choice<Treatment>): Provider {
  const sendOne = async (name: string): Promise<Outcome> => {
    const treatment = choose(name);
    const process = caller();
    const call = model.send(process, name, effects[treatment]);
    if (treatment === "late") await pause(lateMs);
    if (treatment === "silent") await pause(timeoutMs);
    await process.step(`answer ${name} ${treatment}`);
    model.answer(call, outcomes[treatment]);
    return outcomes[treatment];
  };
  return {
    send: async ({ targets }, report) =>
      void (await Promise.all(
        targets.map(async ({ pushid }, n) => report(n, await sendOne(pushid))),
      )),
    close: async () => undefined,
  };
}

/** In the place of the call of a receiver. */
export function postDouble(model: Model, choose: Choice<PostTreatment>): Post {
  return async (_, { body }) => {
    const process = caller();
    const name = updateName(Buffer.from(body).toString());
    const treatment = choose(name);
    const call = model.post(process, name);
    if (treatment === "late") await pause(lateMs);
    if (treatment === "silent") await pause(timeoutMs);
    await process.step(`answer of a receiver: ${treatment}`);
    const isAccepted = treatment === "accept" || treatment === "late";
    model.answerPost(call, isAccepted);
    if (treatment === "silent") throw new Error("no answer in time");
    return { status: isAccepted ? 200 : 500, headers: {}, body: "" };
  };
}
