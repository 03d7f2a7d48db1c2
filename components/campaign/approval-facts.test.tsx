import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TooltipProvider } from "@/components/ui/overlay/tooltip";
import type { Subject } from "@/lib/plan/subject";
import { ApprovalFacts } from "./approval-facts";

const usual = {
  startsAt: "2031-05-01T07:30:00Z",
  timezone: "Europe/Berlin",
  zoned: false,
  lateMinutes: null,
  recurrence: null,
};

function wordsAt(at: Partial<NonNullable<Subject["at"]>>): string {
  const subject: Subject = {
    request: "{}",
    audience: null,
    moreAppids: [],
    language: null,
    columns: {},
    followTemplate: false,
    templates: {},
    at: { ...usual, ...at },
    plan: {},
    recipients: 2,
    requests: 1,
  };
  const markup = renderToStaticMarkup(
    <TooltipProvider>
      <ApprovalFacts
        approval={{
          id: "1",
          state: "waiting",
          subject,
          sha256: "00",
          note: "",
          askedById: "m",
          askedBy: "Maya",
          askedAt: "2031-04-01T07:30:00Z",
          editedById: null,
          decidedBy: null,
          decidedAt: null,
          expiresAt: null,
          reason: null,
          list: null,
        }}
        reach={null}
      />
    </TooltipProvider>,
  );
  return markup.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

it("shows the time of a send in its zone, and no latest start where none is set", () => {
  const words = wordsAt({});
  expect(words).toContain("May 1, 2031, 09:30 Europe/Berlin");
  expect(words).toContain("For you:");
  expect(words).not.toContain("Latest start");
});

it("shows that a send goes out in each recipient’s time", () => {
  const words = wordsAt({ zoned: true });
  expect(words).toContain("May 1, 2031, 09:30 in each recipient’s time");
  expect(words).not.toContain("For you:");
});

it("shows the latest start of a send", () => {
  expect(wordsAt({ lateMinutes: 240 })).toContain("Latest start: 4 hours after its time");
});
