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
export function reachedText(
  { reached, recipients }: Pick<Coverage, "reached" | "recipients">,
  users: boolean,
): string {
  return reached === recipients
    ? peopleText(recipients, users)
    : `${numberText(reached)} of ${peopleText(recipients, users)}`;
}

/** Why the others are not reached, a sentence for each reason: "4,992 have no device." */
export function missedSentences({
  without,
  retired,
  suppressed,
  unfit,
}: Pick<Coverage, "without" | "retired" | "suppressed" | "unfit">): string[] {
  const sentence = (count: number, what: string) =>
    count === 0 ? [] : [`${numberText(count)} ${count === 1 ? "has" : "have"} ${what}.`];
  return [
    ...sentence(without, "no device"),
    ...sentence(retired, "only devices that are no longer registered"),
    ...(suppressed === 0 ? [] : [suppressedSentence(suppressed)]),
    ...sentence(unfit, "only devices of a kind that this message leaves out"),
  ];
}

/** "3 are suppressed." */
function suppressedSentence(count: number): string {
  return `${numberText(count)} ${count === 1 ? "is" : "are"} suppressed.`;
}

/** "3 of 4,995 people have a device; 2 have only devices that are no longer registered." */
export function ownersText(
  { recipients, without, retired, suppressed }: Coverage,
  users: boolean,
): string {
  const having = recipients - without - retired - suppressed;
  const have = recipients === 1 || (having === 1 && having < recipients) ? "has" : "have";
  const who =
    having === recipients
      ? `${recipients === 1 ? "" : "All "}${peopleText(recipients, users)} ${have} a device`
      : having === 0
        ? recipients === 1
          ? `This ${users ? "person" : "recipient"} ${suppressed === 1 ? "is suppressed and gets no messages" : "has no device"}`
          : `None of ${peopleText(recipients, users)} has a device`
        : `${numberText(having)} of ${peopleText(recipients, users)} ${have} a device`;
  const left = suppressed === 0 || recipients === 1 ? "" : ` ${suppressedSentence(suppressed)}`;
  if (retired === 0) return `${who}.${left}`;
  return `${who}; ${numberText(retired)} ${retired === 1 ? "has" : "have"} only devices that are no longer registered.${left}`;
}

/** "About 41 of 4,995 people have a device." */
export function estimateText(
  { recipients: counted, without, retired, suppressed }: Coverage,
  recipients: number,
  users: boolean,
): string {
  const share = (counted - without - retired - suppressed) / counted;
  return `About ${numberText(roughly(share * recipients))} of ${peopleText(recipients, users)} have a device.`;
}

/** An estimate in two digits: more would pretend to know. */
export function roughly(value: number): number {
  return Number(value.toPrecision(2));
}
