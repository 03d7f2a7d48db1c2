import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { asFirstSent } from "./as-sent-to";
import type { PlannedRecipient } from "./requests";

const pattern: PushRequestInput = {
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: { push: { android: { text: "Hi ${name}, ${city}" } } },
};
const ada: PlannedRecipient = {
  type: "userid",
  id: "ada",
  parameters: { Name: "Ada", city: "Graz", other: "x" },
};

it("has the values of a recipient by the columns of the list", () => {
  const inText = { sizeRule: "body", parameters: ["name", "city"], inText: true } as const;
  const first = asFirstSent(
    pattern,
    [{ ...ada, parameters: { name: "Ada", city: "Graz" } }],
    inText,
  );
  expect(first.who).toBe("ada");
  expect(first.request).toMatchObject({
    destination: [{ userid: ["ada"] }],
    channels: { push: { android: { text: "Hi Ada, Graz" } } },
  });
  const { channels: _, ...rest } = pattern;
  const byTemplate = asFirstSent(
    { ...rest, message: { template: "news", parameters: { name: "you", day: "Monday" } } },
    [ada],
    {
      sizeRule: "body",
      parameters: ["name", "day"],
      columns: { name: "Name" },
    },
  );
  expect(byTemplate.request.message?.parameters).toEqual({ name: "Ada", day: "Monday" });
});

it("is that of the first who is not left out, and has the defaults without a list", () => {
  const options = {
    sizeRule: "body",
    parameters: ["name", "city"],
    inText: true,
    defaults: { city: "town" },
    leftOut: ["name"],
  } as const;
  const bo: PlannedRecipient = { type: "userid", id: "bo", parameters: { name: "Bo" } };
  expect(asFirstSent(pattern, [ada, bo], options)).toMatchObject({
    who: "bo",
    request: { channels: { push: { android: { text: "Hi Bo, town" } } } },
  });
  const typed = asFirstSent({ ...pattern, destination: [{ userid: ["u"] }] }, undefined, {
    ...options,
    defaults: { name: "Friend", city: "town" },
  });
  expect(typed).toEqual({
    request: {
      ...pattern,
      destination: [{ userid: ["u"] }],
      channels: { push: { android: { text: "Hi Friend, town" } } },
    },
  });
});
