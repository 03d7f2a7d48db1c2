import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { NoticeList } from "./notice-list";

type Notice = ComponentProps<typeof NoticeList>["notices"][number];

const notice: Notice = {
  id: "key 1",
  kind: "key",
  serviceId: "s",
  service: "Shop",
  at: "2026-11-24T14:03:00.000Z",
  title: "A key expires",
  body: "Replace it.",
  href: "/settings/services/s",
  unseen: false,
};
const unseen = { ...notice, id: "key 2", at: "2026-11-24T14:02:00.000Z", unseen: true };

function openNotices(notices: readonly Notice[], several = false) {
  const seenUntil: unknown[] = [];
  const markSeen = async (input: unknown) => {
    seenUntil.push(input);
    return { ok: true as const, value: null };
  };
  openPage(<NoticeList notices={notices} several={several} markSeen={markSeen} />);
  return seenUntil;
}

it("what is on the screen is marked as seen up to the latest new notice", () => {
  const older = { ...unseen, id: "key 3", at: "2026-11-24T14:01:00.000Z" };
  expect(openNotices([notice, unseen, older])).toEqual([{ until: unseen.at }]);
  expect(screen.getAllByText("New")).toHaveLength(2);
});

it("nothing is marked again where every notice was seen", () => {
  expect(openNotices([notice])).toEqual([]);
  expect(screen.queryByText("New")).toBeNull();
});

it("each notice leads to where it is mended, and names its service among several", () => {
  openNotices([notice], true);
  expect(screen.getByRole("link", { name: "A key expires" }).getAttribute("href")).toBe(
    "/settings/services/s",
  );
  expect(screen.getByText("Shop")).toBeDefined();
});
