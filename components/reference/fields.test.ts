import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/http/openapi";
import { fieldRows } from "./fields";

const schemas = (openApiDocument() as { components: { schemas: Record<string, unknown> } })
  .components.schemas;
const rows = fieldRows(schemas["PushRequest"]);

describe("the fields of a request", () => {
  it("are all there, each once", () => {
    const paths = rows.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of [
      "appid",
      "destination[].userid",
      "channels.push.android.extras.notificationChannelId",
      "channels.push.interactive.actions[].pos",
      "message.parameters",
    ])
      expect(paths).toContain(path);
  });

  it("say what they take", () => {
    const of = (path: string) => rows.find((row) => row.path === path);
    expect(of("appid")).toMatchObject({ type: "string", required: true });
    expect(of("correlationid")?.limits).toBe("at most 50 bytes");
    expect(of("destination")).toMatchObject({
      type: "array of object",
      required: true,
      limits: "at most 1,000",
    });
    expect(of("channels.push.android.extras.delay_while_idle")?.deprecated).toBe(true);
  });
});
