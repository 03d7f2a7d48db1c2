import type { Coverage } from "./coverage";
import { numberText } from "./number-text";

/** "3 people", "1 recipient": users are people, identifiers of devices are not. */
export function peopleText(count: number, users: boolean): string {
  const [one, many] = users ? ["person", "people"] : ["recipient", "recipients"];
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** "1 device", "5 devices". */
export function devicesText(count: number): string {
  return `${numberText(count)} ${count === 1 ? "device" : "devices"}`;
}

/** "3 of 4,995 people", and "3 people" when that is all of them. */
export function reachedText({ reached, recipients }: Pick<Coverage, "reached" | "recipients">, users: boolean): string {
  return reached === recipients ? peopleText(recipients, users) : `${numberText(reached)} of ${peopleText(recipients, users)}`;
}

/** Why the others are not reached, a sentence for each reason: "4,992 have no device." */
export function missedSentences({
  without,
  retired,
  suppressed,
  unfit,
}: Pick<Coverage, "without" | "retired" | "suppressed" | "unfit">): string[] {
  const sentence = (count: number, what: string) => (count === 0 ? [] : [`${numberText(count)} ${count === 1 ? "has" : "have"} ${what}.`]);
  return [
    ...sentence(without, "no device"),
    ...sentence(retired, "only devices that are no longer registered"),
    ...(suppressed === 0 ? [] : [suppressedSentence(suppressed)]),
    ...sentence(unfit, "only devices of a kind that this message leaves out"),
  ];
}

/** "3 are suppressed." */
export function suppressedSentence(count: number): string {
  return `${numberText(count)} ${count === 1 ? "is" : "are"} suppressed.`;
}
