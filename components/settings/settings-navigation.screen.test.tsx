import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { SettingsNavigation } from "./settings-navigation";

/** The log is visible in one of the services alone. */
const navigation = (
  <SettingsNavigation
    narrowed={{ "/settings/audit": ["owned"], "/settings/sign-on": [], "/settings/retention": [] }}
    firstService="owned"
  />
);
const rooms = () => screen.getAllByRole("link").map(({ textContent }) => textContent);

it("marks the room of a page below it, and leads to the others in the same service", () => {
  openPage(navigation, "/settings/apps/shop-app?service=other");
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Apps");
  expect(
    screen.getAllByRole("link").map((link) => link.getAttribute("href")?.split("?")[1]),
  ).toEqual(Array.from({ length: 5 }, () => "service=other"));
});

it.each([
  ["/settings/apps?service=other", ["Services", "Apps", "Notify URLs", "Attributes", "Members"]],
  [
    "/settings/apps?service=owned",
    ["Services", "Apps", "Notify URLs", "Attributes", "Members", "Audit log"],
  ],
  ["/settings/apps", ["Services", "Apps", "Notify URLs", "Attributes", "Members", "Audit log"]],
])("at %s it offers the rooms in which the member has something to see", (address, labels) => {
  openPage(navigation, address);
  expect(rooms()).toEqual(labels);
});
