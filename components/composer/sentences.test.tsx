import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { exampleComposition } from "@/lib/compose/composition";
import { coverageOf } from "@/lib/compose/coverage";
import { missedSentences, ownersText, reachedText } from "@/lib/compose/coverage-text";
import { sendSentence } from "./send/send-sentence";
import { sandboxApp, wordsOf } from "./testing";

const { request } = exampleComposition("sandbox");
const of = (recipients: number, reached: number) =>
  coverageOf(
    {
      recipients,
      reachable: reached === 0 ? {} : { "101000": reached },
      retired: 0,
      suppressed: 0,
      devices: [reached, 0, reached, 0, 0, 0],
    },
    [sandboxApp],
    () => true,
  );

it("a list where few have a device says who is reached, while one chooses and before it is sent", () => {
  const few = of(2_000, 3);
  expect(ownersText(few, true)).toBe("3 of 2,000 people have a device.");
  expect([reachedText(few, true), ...missedSentences(few)]).toEqual([
    "3 of 2,000 people",
    "1,997 have no device.",
  ]);
  const plan = {
    recipients: 2_000,
    appids: ["sandbox"],
    audience: "Few devices",
    requests: 9,
  } as never;
  const sentence = wordsOf(
    renderToStaticMarkup(
      <>
        {sendSentence(
          { request, app: sandboxApp, drawn: {}, recipients: 2_000, users: true },
          plan,
          few,
        )}
      </>,
    ),
  );
  expect(sentence).toContain(
    "to 3 of 2,000 people (6 devices) of the list “Few devices” of Sandbox, on Android and iOS, starting now",
  );
  expect(sentence).toContain("1,997 have no device.");
  expect(sentence).not.toContain("request");
});

it("a list without a device says so", () => {
  expect(ownersText(of(2, 0), true)).toBe("None of 2 people has a device.");
  expect(ownersText(of(1, 0), true)).toBe("This person has no device.");
  expect(ownersText(of(3, 3), true)).toBe("All 3 people have a device.");
});
