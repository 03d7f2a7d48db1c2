import fc from "fast-check";
import { expect, it } from "vitest";
import { updateCodes, type UpdateCode } from "./codes";
import { destinationKeys } from "./device-kinds";
import { deliveryUpdate, timeStamp } from "./update";
import { deliveryUpdateSchema } from "./update-schema";

const maybe = fc.option(fc.string(), { nil: undefined });

it("is the schema of every update that there may be, to the last member", () => {
  const change = fc.record({
    timeStamp: fc
      .tuple(
        fc.date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
        fc.constantFrom("UTC", "Asia/Kolkata", "America/St_Johns"),
      )
      .map(([date, zone]) => timeStamp(date, zone)),
    code: fc.constantFrom(...(Object.keys(updateCodes) as UpdateCode[])),
    description: maybe,
    pushId: maybe,
    destination: maybe,
    destinationType: fc.option(fc.constantFrom(...destinationKeys), { nil: undefined }),
    deviceid: maybe,
    transid: fc.uuid(),
    callbackData: maybe,
    correlationid: maybe,
    interaction: fc.option(fc.record({ button: maybe, pushref: maybe, reply: maybe }), {
      nil: undefined,
    }),
  });
  fc.assert(
    fc.property(change, (deliveryChange) => {
      const update = deliveryUpdate(deliveryChange);
      expect(deliveryUpdateSchema.parse(JSON.parse(JSON.stringify(update)))).toEqual(update);
    }),
  );
});

it("takes nothing else", () => {
  const update = deliveryUpdate({
    timeStamp: timeStamp(new Date(0), "UTC"),
    code: "7500",
    transid: "01890000-0000-7000-8000-000000000000",
  });
  expect(deliveryUpdateSchema.safeParse(update).success).toBe(true);
  const info = update.deliveryInfoNotification.deliveryInfo;
  for (const other of [
    { code: 7500 },
    { deliveryStatus: "delivered" },
    { more: "" },
    { pushId: undefined },
  ])
    expect(
      deliveryUpdateSchema.safeParse({
        deliveryInfoNotification: {
          ...update.deliveryInfoNotification,
          deliveryInfo: { ...info, ...other },
        },
      }).success,
    ).toBe(false);
});
