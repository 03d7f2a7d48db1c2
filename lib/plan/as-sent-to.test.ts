import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { asSentTo } from "./as-sent-to";
import type { PlannedRecipient } from "./requests";

const pattern: PushRequestInput = {
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: { push: { android: { text: "Hi ${name}, ${city}" } } },
};
const ada: PlannedRecipient = { type: "userid", id: "ada", parameters: { Name: "Ada", city: "Graz", other: "x" } };

it("has the values of a recipient in its texts, or as parameters of its template, by the columns of the list", () => {
  const inText = asSentTo(
    pattern,
    { ...ada, parameters: { name: "Ada", city: "Graz" } },
    { sizeRule: "body", parameters: ["name", "city"], inText: true },
  );
  expect(inText).toMatchObject({ destination: [{ userid: ["ada"] }], channels: { push: { android: { text: "Hi Ada, Graz" } } } });
  const { channels: _, ...rest } = pattern;
  const byTemplate = asSentTo({ ...rest, message: { template: "news", parameters: { name: "you", day: "Monday" } } }, ada, {
    sizeRule: "body",
    parameters: ["name", "day"],
    columns: { name: "Name" },
  });
  expect(byTemplate.message?.parameters).toEqual({ name: "Ada", day: "Monday" });
});
