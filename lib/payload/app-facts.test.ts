import { expect, it } from "vitest";
import { appFacts } from "./app-facts";

it("gives the builders only what is known of the app", () => {
  const nothing = { siteUrl: null, iconUrl: null, bundleId: null, defaultChannelId: null };
  expect(appFacts({ ...nothing, name: "Sandbox", androidRendering: "auto", bundleId: "app.test" })).toEqual({
    name: "Sandbox",
    androidRendering: "auto",
    bundleId: "app.test",
  });
});

it.each([
  ["as it is kept", "https://shop:secret@shop.test/start?a=@", "https://u@cdn.shop.test/icon.png"],
  ["as pages get it", "https://…@shop.test/start?a=@", "https://…@cdn.shop.test/icon.png"],
])("sends no device the user name and password of an address, %s", (_, siteUrl, iconUrl) => {
  const app = { name: "Shop", siteUrl, iconUrl, bundleId: null, defaultChannelId: null, androidRendering: "auto" as const };
  expect(appFacts(app)).toMatchObject({ siteUrl: "https://shop.test/start?a=@", iconUrl: "https://cdn.shop.test/icon.png" });
});
