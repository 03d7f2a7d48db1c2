import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Audiences } from "@/components/editor/reach/reach-state";
import { openPage } from "@/components/ui/testing";
import { exampleComposition } from "@/lib/compose/composition";
import { ComposerAround, sandboxApp } from "../testing";
import { RecipientsCard } from "./recipients-card";

const { request } = exampleComposition("sandbox");
const personal = {
  ...request,
  channels: { push: { android: { title: "News", text: "From ${town}" } } },
};
const rows = [{ id: "gold", name: "Gold members", words: "users whose tier is “gold”" }];
type Draw = Audiences["segments"]["draw"];

function openCard(draw: Draw) {
  return openPage(
    <ComposerAround request={personal} around={{ segments: { rows, draw } }}>
      <RecipientsCard apps={[sandboxApp]} />
    </ComposerAround>,
  );
}

it("a segment is evaluated for the names in the texts, and says who is in it", async () => {
  const questions: Parameters<Draw>[0][] = [];
  const { user } = openCard(async (question) => {
    questions.push(question);
    return {
      ok: true,
      value: {
        words: "users whose tier is “gold”",
        audience: {
          id: "snapshot",
          serviceId: "s",
          name: "Gold members",
          test: false,
          removed: true,
          recipients: 1_234,
          revision: 1,
          kinds: { userid: 1_234 },
          parameters: ["tier", "town"],
          head: [],
          widest: [],
          createdAt: "2026-05-01T09:02:00.000Z",
          createdBy: null,
        },
      },
    };
  });
  await user.click(await screen.findByRole("radio", { name: "A segment" }));
  expect(await screen.findByText(/users whose tier is “gold”: 1,234 users at/)).toBeTruthy();
  expect(questions[0]).toEqual({ id: "gold", parameters: ["town"] });
  expect(screen.queryByText("Add recipients of another kind")).toBeNull();
  await user.click(screen.getByRole("radio", { name: "When it is confirmed" }));
  expect(await screen.findByText(/Those who are in it when you confirm get it/)).toBeTruthy();
});

it("a segment that cannot be used says why, and what was typed comes back", async () => {
  const message = "No user is in the segment “Gold members” now.";
  const { user } = openCard(async () => ({ ok: false, problems: [{ pointer: "", message }] }));
  await user.click(await screen.findByRole("radio", { name: "A segment" }));
  const news = await screen.findByRole("alert");
  expect(news.textContent).toContain("No user is in the segment");
  await user.click(screen.getByRole("radio", { name: "Typed here" }));
  expect(await screen.findByText("Add recipients of another kind")).toBeTruthy();
});
