import type { Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { textIn } from "@/lib/interface/value-shape";
import { composerSteps, placeOf, type ComposerStep } from "./place";
import { fieldCosts } from "./sizes";

/**
 * How a step of the composer stands. `open`: not all that it needs is there; `unread`: it is
 * written, and was not read yet; `unused`: nothing is written in it, and nothing has to be.
 */
export type StepState = "wrong" | "doubtful" | "done" | "open" | "unread" | "unused";

/** A step, and how much there is to mend in it. */
export interface StepStanding {
  state: StepState;
  problems: number;
  warnings: number;
}

interface StepFacts {
  problems: readonly { pointer: string; rule?: string }[];
  warnings: readonly { pointer: string }[];
  /** Problems that are reported once those are solved. */
  further: readonly { pointer: string }[];
  /** What is not written yet, and no mistake so far. */
  missing: readonly { pointer: string }[];
  /** Steps in which something is written. */
  filledSteps: readonly ComposerStep[];
  /** Those whose bytes weigh, when the request is too large. */
  heavy: readonly ComposerStep[];
}

/**
 * How each step stands. A step is done only when its own fields are there and were read by all
 * rules.
 */
export function standingOfSteps({
  problems,
  warnings,
  further,
  missing,
  filledSteps,
  heavy,
}: StepFacts): Record<ComposerStep, StepStanding> {
  // Of a request that is too large nothing else is read.
  const unread = problems.some(({ pointer }) => pointer === "");
  const needed: readonly ComposerStep[] = ["audience", "content"];
  const standing = (step: ComposerStep): StepStanding => {
    const within = (list: StepFacts["warnings"]) =>
      list.filter(({ pointer }) => pointer !== "" && placeOf(pointer).step === step).length;
    const wrong = within(problems) + (heavy.includes(step) ? 1 : 0);
    const doubts = within(warnings);
    const isWritten = filledSteps.includes(step);
    const state =
      wrong > 0
        ? "wrong"
        : within(further) + within(missing) > 0 || (!isWritten && needed.includes(step))
          ? "open"
          : unread && isWritten
            ? "unread"
            : doubts > 0
              ? "doubtful"
              : isWritten
                ? "done"
                : "unused";
    return { state, problems: wrong, warnings: doubts };
  };
  const steps = Object.fromEntries(composerSteps.map((step) => [step, standing(step)])) as Record<
    ComposerStep,
    StepStanding
  >;
  const isOpen = missing.length > 0 || needed.some((step) => steps[step].state === "open");
  const state =
    problems.length > 0 ? "wrong" : isOpen ? "open" : warnings.length > 0 ? "doubtful" : "done";
  return { ...steps, review: { state, problems: problems.length, warnings: warnings.length } };
}

/** The steps in which a request has something written. */
export function writtenSteps(request: PushRequestInput, recipients: number): ComposerStep[] {
  const { channels, message, expiry, correlationid, callbackData, notifyurl, notifyurlAuthId } =
    request;
  const push = channels?.push;
  const has: Record<Exclude<ComposerStep, "review">, boolean> = {
    audience: textIn(request.appid) !== "" && recipients > 0,
    content:
      textIn(message?.template) !== "" ||
      [push?.android, push?.ios, push?.web].some((block) => block !== undefined),
    buttons: push?.interactive !== undefined,
    delivery: [expiry, correlationid, callbackData, notifyurl, notifyurlAuthId].some(
      (value) => textIn(value) !== "",
    ),
  };
  return composerSteps.filter((step) => step !== "review" && has[step]);
}

/** The share of a request from which on a step weighs. */
const heavyShare = 1 / 3;

/** The steps to shorten something in when the request is too large; none when it is not. */
export function heavySteps({
  body,
  problems,
}: {
  body: string;
  problems: readonly Problem[];
}): ComposerStep[] {
  if (!isTooLarge(problems)) return [];
  const bytes = new Map<ComposerStep, number>();
  for (const cost of fieldCosts(body, Infinity)) {
    const { step } = placeOf(cost.pointer);
    bytes.set(step, (bytes.get(step) ?? 0) + cost.bytes);
  }
  const all = [...bytes.values()].reduce((sum, one) => sum + one, 0);
  const most = Math.max(...bytes.values());
  return composerSteps.filter((step) => {
    const own = bytes.get(step) ?? 0;
    return step !== "review" && (own === most || own > all * heavyShare);
  });
}

/** Whether the service would not read the request for its size. */
export function isTooLarge(problems: readonly Pick<Problem, "rule">[]): boolean {
  return problems.some(({ rule }) => rule === "body.size");
}
