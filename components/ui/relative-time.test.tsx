import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RenderedAt } from "./browser/clock";
import { TooltipProvider } from "./overlay/tooltip";
import { RelativeTime } from "./relative-time";
import { momentText, relativeText } from "./time-text";

const renderedAt = Date.UTC(2026, 10, 24, 14, 3);
const drawn = (at: number, show: "relative" | "clock" | "moment") =>
  />([^<]*)<\/time>/.exec(
    renderToStaticMarkup(
      <RenderedAt value={renderedAt}>
        <TooltipProvider>
          <RelativeTime at={new Date(at).toISOString()} show={show} />
        </TooltipProvider>
      </RenderedAt>,
    ),
  )?.[1];

it("has the same words from the server as in the browser", () => {
  for (const ago of [0, 15_000, 14 * 60_000, 3 * 3_600_000, 30 * 86_400_000]) {
    expect(drawn(renderedAt - ago, "relative")).toBe(
      relativeText(renderedAt - ago, renderedAt, "UTC"),
    );
    expect(drawn(renderedAt - ago, "moment")).toBe(momentText(renderedAt - ago, renderedAt, "UTC"));
  }
  expect(drawn(renderedAt - 14 * 60_000, "relative")).toBe("14 min. ago");
});
