import { describe, expect, it } from "vitest";
import { RequestPanel } from "@/components/editor/panel/code-panels";
import { bodyOf } from "@/lib/compose/assemble";
import { exampleComposition } from "@/lib/compose/composition";
import { editorText, requestInText, typeInto } from "@/lib/compose/editor-text";
import type { PushRequestInput } from "@/lib/interface/request";
import { drawnAround, fieldIn, stepPane, wordsOf } from "./testing";

const none = () => undefined;
const example = exampleComposition("sandbox").request;

const content = (request: PushRequestInput, tab: "all" | "ios" = "all") =>
  drawnAround(request, stepPane("content", tab));

describe("pasted JSON", () => {
  const read = requestInText(
    JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      ours: { own: true },
      channels: {
        push: {
          ios: {
            title: "From JSON",
            text: "Pasted",
            extras: { badge: 3, time_to_live: 3600, customtags: { order: { id: 7 } } },
          },
          interactive: { category: "SINGLE_REPLY", device_types: ["ios"], actions: [{ pos: 1 }] },
        },
      },
    }),
  );
  if (!read.ok) throw new Error(read.message);
  const request = read.value;

  it("is what the fields hold", () => {
    const all = content(request);
    expect(fieldIn(all, "Title").value).toBe("From JSON");
    expect(wordsOf(all)).toContain("Android off");
    const ios = content(request, "ios");
    expect(fieldIn(ios, "Badge").value).toBe("3");
    expect(wordsOf(ios)).toContain("iOS time to live optional 1 hour");
    expect(fieldIn(ios, "iOS custom tags, 1: value").value).toBe('{"id":7}');
    expect(wordsOf(drawnAround(request, stepPane("buttons")))).toMatch(/Reply/);
  });

  it("keeps unknown members when other members are changed", () => {
    const ios = {
      ...request.channels?.push?.ios,
      extras: { ...request.channels?.push?.ios?.extras, badge: "4" },
    };
    const body = bodyOf({
      ...request,
      channels: { push: { ...request.channels?.push, ios } },
    } as PushRequestInput);
    expect(body).toContain('"ours":{"own":true}');
    expect(body).toContain('"badge":"4"');
  });
});

it("JSON that cannot be read marks its line, and is no part of what is sent", () => {
  const { editor } = typeInto(
    editorText(bodyOf(example)),
    '{\n  "appid": "sandbox"\n  "destination": []\n}',
    requestInText,
  );
  const panel = (stopped: boolean) =>
    drawnAround(
      example,
      <RequestPanel
        unread={{ ...editor, seen: bodyOf(example) }}
        onUnread={none}
        stopped={stopped}
        onAdopt={none}
      />,
    );
  expect(panel(false)).toContain('data-marked-line="3"');
  expect(fieldIn(panel(false), "Request as JSON")).toMatchObject({
    invalid: true,
    described:
      "This isn’t valid JSON yet. Line 3, column 3: expected a comma. Until it can be read, the message stays as it was.",
  });
  expect(wordsOf(panel(false))).toContain("1 2 3 4");
  expect(wordsOf(panel(true))).toContain(
    "Finish the JSON first The JSON has an error on line 3, so it isn’t part of the message. Nothing was sent.",
  );
});
