import { zodResolver } from "@hookform/resolvers/zod";
import { describe, expect, expectTypeOf, it } from "vitest";

import { pushRequestSchema } from "./request";
import type { PushRequest, PushRequestInput } from "./request";
import { edited, whole } from "./testing";

type Resolver = ReturnType<typeof zodResolver<PushRequestInput, unknown, PushRequest>>;
const resolve: Resolver = zodResolver<PushRequestInput, unknown, PushRequest>(pushRequestSchema);

async function errors(values: unknown): Promise<unknown> {
  const result = await resolve(values as PushRequestInput, undefined, { fields: {}, shouldUseNativeValidation: false });
  return result.errors;
}

describe("the schema behind a form", () => {
  it("edits what a caller may write and submits what is parsed", async () => {
    const draft = {
      ...whole,
      correlationid: "",
      channels: { push: { ios: { text: "Hi", title: "", extras: { badge: "3" } } } },
    } satisfies PushRequestInput;
    const result = await resolve(draft, undefined, { fields: {}, shouldUseNativeValidation: false });
    expect(result.errors).toEqual({});
    expect(result.values).toMatchObject({ channels: { push: { ios: { text: "Hi", extras: { badge: 3 } } } } });
    expectTypeOf<PushRequest["deliverychannel"]>().toEqualTypeOf<"push">();
  });

  it("puts each problem at the field it belongs to, in the words of the reply", async () => {
    expect(
      await errors(
        edited({
          "channels.push.android.text": "",
          "channels.push.interactive.actions.0.value": "",
          "channels.push.ios.extras.badge": "x",
        }),
      ),
    ).toMatchObject({
      channels: {
        push: {
          android: { text: { message: "param 'text' is missing for android" } },
          ios: { extras: { badge: { message: expect.stringContaining("'badge'") as string } } },
          interactive: { actions: [{ value: { message: "mandatory param value missing for action OPEN_URL" } }] },
        },
      },
    });
  });
});
