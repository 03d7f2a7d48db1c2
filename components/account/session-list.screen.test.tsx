import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { SessionList } from "./session-list";

const session = {
  id: "here",
  browser: "Chrome on Linux",
  address: "192.0.2.1",
  here: true,
  signedInAt: "2026-11-24T14:03:00Z",
  seenAt: "2026-11-24T14:03:00Z",
};

it("another browser is signed out after a question; this one has no button for it", async () => {
  const ended: unknown[] = [];
  const { user } = openPage(
    <SessionList
      sessions={[session, { ...session, id: "other", browser: "Safari on iOS", here: false }]}
      end={async (input) => {
        ended.push(input);
        return { ok: true, value: null };
      }}
    />,
  );
  await user.click(screen.getByRole("button"));
  expect(screen.getByRole("dialog", { name: "Sign out Safari on iOS?" })).toBeDefined();
  expect(ended).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("Signed out Safari on iOS")).toBeDefined();
  expect(ended).toEqual([{ id: "other" }]);
});
