import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replyCodes } from "./codes";
import { problem } from "./problem";
import { failureReply, httpStatus, queuedReply } from "./reply";
import { ruleIds, rules } from "./rules";

const sample = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "samples/replies", name), "utf8"));

describe("replies", () => {
  it("are those of the samples, key by key", () => {
    const queued = queuedReply({ transid: "3f09295d-9eb3-4c9e-8ee8-a3272e5f00c1" });
    expect(JSON.stringify(queued)).toBe(JSON.stringify(sample("r01-200-queued.json")));
    for (const [file, rule, transid] of [
      ["r02-200-auth-failed-object.json", "auth.failed", "7670c9a8-131f-4166-ac30-17f6109340d6"],
      ["r03-200-invalid-json-object.json", "json.syntax", "2b2c0bfb-4396-444a-880d-44ee007c130f"],
    ] as const) {
      const { response } = failureReply({ transid, problems: [problem(rule, "")] });
      const { errors, ...rest } = response;
      expect(JSON.stringify({ response: rest })).toBe(JSON.stringify(sample(file)));
      expect(errors).toHaveLength(1);
    }
  });

  it("carry correlationid and warnings only when there are any", () => {
    const warnings = [problem("member.unknown", "/x", { name: "x", hint: "" })];
    expect(queuedReply({ transid: "t", correlationid: "c", warnings }).response[0]).toEqual({
      code: "1001",
      transid: "t",
      description: "Queued",
      correlationid: "c",
      warnings,
    });
    expect(Object.keys(queuedReply({ transid: "t", correlationid: "" }).response[0])).toEqual([
      "code",
      "transid",
      "description",
    ]);
    expect(
      failureReply({ transid: "t", problems: [problem("appid.required", "/appid")], warnings })
        .response.warnings,
    ).toEqual(warnings);
  });

  it("say what the first problem says", () => {
    const problems = [
      problem("android.text.required", "/channels/push/android/text"),
      problem("appid.unknown", "/appid"),
    ];
    expect(failureReply({ transid: "t", problems })).toEqual({
      response: {
        code: "7003",
        description: "param 'text' is missing for android",
        transid: "t",
        errors: problems,
      },
    });
    expect(failureReply({ transid: "t", problems: [] }).response.code).toBe("7011");
  });

  it("have the description of the table for every code but 7003 and 7004", () => {
    for (const id of ruleIds) {
      const { code, message } = rules[id];
      // Keys have scopes in Clarion alone: the table has no words for one that lacks a scope.
      // Nor has it words for which languages of a template are too large, or for counts.
      if (
        code === "7003" ||
        code === "7004" ||
        id === "auth.scope" ||
        id === "template.payload.size" ||
        id === "segment.busy" ||
        id === "segment.timeout"
      )
        continue;
      expect({ id, message }).toEqual({ id, message: replyCodes[code].description });
    }
  });

  it("have the HTTP status of contract 2", () => {
    expect(
      Object.fromEntries(
        (Object.keys(replyCodes) as (keyof typeof replyCodes)[]).map((code) => [
          code,
          httpStatus(code),
        ]),
      ),
    ).toEqual({
      "1001": 200,
      "7000": 400,
      "7001": 401,
      "7002": 401,
      "7003": 400,
      "7004": 400,
      "7005": 400,
      "7006": 500,
      "7007": 403,
      "7009": 400,
      "7010": 403,
      "7011": 503,
      "7020": 429,
      "7026": 413,
      "7104": 400,
      "7106": 400,
      "7108": 400,
      "7118": 400,
      "7121": 400,
    });
  });
});
