import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TooltipProvider } from "@/components/ui/overlay/tooltip";
import type { OrderRow } from "@/lib/results/campaign-orders";
import { SendHistory } from "./send-history";

const order: OrderRow = {
  id: "1",
  state: "unscheduled",
  orderedAt: "2026-11-24T14:03:00Z",
  orderedBy: "Ada",
  startsAt: "2031-05-01T03:30:00Z",
  timezone: "Asia/Kolkata",
  zoned: false,
  startedAt: null,
  recipients: 2_000,
  requests: 3,
  answered: 0,
  refused: 0,
  counts: null,
};
const wordsOf = (orders: OrderRow[]) =>
  renderToStaticMarkup(
    <TooltipProvider>
      <SendHistory orders={orders} path="/campaigns/1" />
    </TooltipProvider>,
  )
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

it("says of a campaign without an order that it was not sent or scheduled", () => {
  expect(wordsOf([])).toContain("Not sent or scheduled yet.");
});

it("names who confirmed an order, its time and recipients, and its state", () => {
  const words = wordsOf([order]);
  expect(words).toContain("by Ada");
  expect(words).toContain("for May 1, 2031, 09:00 Asia/Kolkata");
  expect(words).toContain("2,000 recipients");
  expect(words).toContain("Unscheduled");
  expect(words).not.toContain("Results");
});

it("says that an order goes out in each recipient’s time", () => {
  expect(wordsOf([{ ...order, zoned: true }])).toContain(
    "for May 1, 2031, 09:00 in each recipient’s time",
  );
});

it("says that an order waits while it can be undone", () => {
  expect(wordsOf([{ ...order, state: "sending", startsAt: null }])).toContain("Waiting");
});
