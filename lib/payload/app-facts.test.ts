import { expect, it } from "vitest";
import { appFacts } from "./app-facts";

it("gives the builders only the members that the app has set", () => {
  const nothing = { siteUrl: null, iconUrl: null, bundleId: null, defaultChannelId: null };
  expect(
    appFacts({ ...nothing, name: "Sandbox", androidRendering: "auto", bundleId: "app.test" }),
  ).toEqual({
    name: "Sandbox",
    androidRendering: "auto",
    bundleId: "app.test",
  });
});
