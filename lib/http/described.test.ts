import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import { openApiDocument } from "./openapi";
import { publicAddresses } from "./router";
import { openInterface, type TestInterface } from "./testing";

const paths = openApiDocument()["paths"] as Record<string, object>;
/** What node:http answers by itself, or an address for browsers' sake. */
const unsaid = ["HEAD", "OPTIONS"];

describe("the reference", () => {
  let served: TestInterface;
  beforeAll(async () => {
    served = await openInterface(await openTestDatabase());
  });
  afterAll(() => served.close());

  it("describes every public address of the router, and no other", () => {
    expect(Object.keys(paths).toSorted()).toEqual(publicAddresses.toSorted());
  });

  it.each(publicAddresses)(
    "describes every method that %s takes, and no other",
    async (address) => {
      const answer = await fetch(
        served.origin +
          address.replace("{transid}", crypto.randomUUID()).replace("{token}", "t".repeat(32)),
        {
          method: "PROPFIND",
        },
      );
      expect(answer.status).toBe(405);
      const allowedMethods = (answer.headers.get("allow") ?? "")
        .split(", ")
        .filter((method) => !unsaid.includes(method));
      const described = Object.keys(paths[address] ?? {}).map((method) => method.toUpperCase());
      expect(described.toSorted()).toEqual(allowedMethods.toSorted());
    },
  );
});
