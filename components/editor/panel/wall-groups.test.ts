import { expect, it } from "vitest";
import { facesOf } from "@/components/preview/face";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { wallGroups } from "./wall-groups";

it("has each face of each kind once, by platform", () => {
  const groups = wallGroups(() => true);
  expect(groups.map(({ platform, screens }) => [platform, screens])).toEqual([
    ["android", 12],
    ["ios", 3],
    ["web", 11],
  ]);
  expect(groups.flatMap(({ faces }) => faces)).toEqual(deviceKinds.flatMap(facesOf));
});

it("leaves out what shows nothing, and a platform of which nothing does", () => {
  const groups = wallGroups((kind) => kind === "hms" || kind === "safari");
  expect(groups.map(({ platform, faces }) => [platform, faces.map(({ id }) => id)])).toEqual([
    ["android", ["huawei"]],
    ["web", ["safari-macos"]],
  ]);
  expect(wallGroups(() => false)).toEqual([]);
});
