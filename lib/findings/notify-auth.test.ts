import { expect, it } from "vitest";
import { notifyAuthDoubts } from "./notify-auth";

it("doubts an authentication that the service does not have, and no other", () => {
  expect(notifyAuthDoubts({ notifyurlAuthId: "crm" }, ["shop"])).toMatchObject([
    { pointer: "/notifyurlAuthId", headline: "Authentication “crm” does not exist" },
  ]);
  expect(notifyAuthDoubts({ notifyurlAuthId: "shop" }, ["shop"])).toEqual([]);
  expect(notifyAuthDoubts({ notifyurlAuthId: "" }, [])).toEqual([]);
  expect(notifyAuthDoubts({}, [])).toEqual([]);
});

it("says nothing where it is unknown which there are", () => {
  expect(notifyAuthDoubts({ notifyurlAuthId: "crm" }, null)).toEqual([]);
  expect(notifyAuthDoubts({ notifyurlAuthId: "crm" }, undefined)).toEqual([]);
});
