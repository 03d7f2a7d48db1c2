import { describe, expect, expectTypeOf, it } from "vitest";
import {
  pushRequestSchema,
  type PushRequest,
  type PushRequestInput,
} from "@/lib/interface/request";
import { edited, whole } from "@/lib/interface/testing";
import { schemaResolver } from "./resolver";

const resolve = async (values: unknown) =>
  schemaResolver(pushRequestSchema)(values as PushRequestInput, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

describe("schemaResolver", () => {
  it("edits what a caller may write and submits what is parsed", async () => {
    const draft = {
      ...whole,
      correlationid: "",
      channels: { push: { ios: { text: "Hi", title: "", extras: { badge: "3" } } } },
    } satisfies PushRequestInput;
    const result = await resolve(draft);
    expect(result.errors).toEqual({});
    expect(result.values).toMatchObject({
      channels: { push: { ios: { text: "Hi", extras: { badge: 3 } } } },
    });
    expectTypeOf<PushRequest["deliverychannel"]>().toEqualTypeOf<"push">();
  });

  it("puts each problem at the field it belongs to, as a sentence in the words of the reply", async () => {
    const { errors } = await resolve(
      edited({
        "channels.push.android.text": "",
        "channels.push.interactive.actions.0.value": "",
        "channels.push.ios.extras.badge": "x",
      }),
    );
    expect(errors).toMatchObject({
      channels: {
        push: {
          android: { text: { message: "Param 'text' is missing for android." } },
          ios: { extras: { badge: { message: expect.stringContaining("'badge'") as string } } },
          interactive: {
            actions: [{ value: { message: "Mandatory param value missing for action OPEN_URL." } }],
          },
        },
      },
    });
  });
});
