import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TooltipProvider } from "@/components/ui/overlay/tooltip";
import type { InboxRow } from "@/lib/results/list-inbox";
import { InboxList } from "./inbox-list";

const wordsOf = (signatures: InboxRow["signatures"]) =>
  renderToStaticMarkup(
    <TooltipProvider>
      <InboxList
        rows={[
          {
            id: "1",
            at: new Date(0).toISOString(),
            outside: true,
            signatures,
            headers: [],
            body: "{}",
            masked: false,
            about: undefined,
          },
        ]}
      />
    </TooltipProvider>,
  ).replaceAll(/<[^>]*>/g, " ");

it.each([
  ["valid", "valid", "Signatures valid"],
  ["valid", "absent", "One signature missing"],
  ["valid", "invalid", "Signature not valid"],
  ["absent", "absent", "Not signed"],
  ["unchecked", "absent", "Not checked"],
] as const)("a signature that is %s next to one that is %s is %s", (standard, hub, label) => {
  expect(wordsOf({ standard, hub })).toContain(label);
});

it("each signature is named with what is wrong with it", () => {
  const words = wordsOf({ standard: "valid", hub: "absent" }).replaceAll(/\s+/g, " ");
  expect(words).toContain("webhook-signature is valid");
  expect(words).toContain("x-hub-signature is missing");
});
