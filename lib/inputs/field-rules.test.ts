import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appSchema } from "./app";
import { audienceSchema } from "./audience";
import { credentialSchema } from "./credential";
import { fieldRules } from "./field-rules";
import { setupSchema } from "./member";
import { serviceKeySchema } from "./service";

describe("what a schema asks of a field", () => {
  it("follows from its check: filled in or not, and how long", () => {
    expect(fieldRules(audienceSchema, "name")).toEqual({
      required: true,
      absentWhenEmpty: false,
      most: 200,
    });
    expect(fieldRules(setupSchema, "email")).toEqual({
      required: true,
      absentWhenEmpty: false,
      most: 254,
    });
    expect(fieldRules(setupSchema, "code").required).toBe(true);
  });

  it("is nothing where a default or nothing at all will do", () => {
    expect(fieldRules(audienceSchema, "test").required).toBe(false);
    expect(fieldRules(serviceKeySchema, "scopes").required).toBe(false);
  });

  it("says of a field that may be left out, but not be empty, that empty means left out", () => {
    expect(fieldRules(appSchema, "defaultChannelId")).toEqual({
      required: false,
      absentWhenEmpty: true,
      most: 200,
    });
    expect(fieldRules(z.object({ note: z.string().optional() }), "note")).toEqual({
      required: false,
      absentWhenEmpty: false,
    });
  });

  it("is found inside of lists, records and what is transformed", () => {
    const schema = z.object({
      rows: z.array(z.object({ key: z.string().min(1).max(5) })).optional(),
      tags: z.record(z.string(), z.string().max(9)).default({}),
    });
    expect(fieldRules(schema, "rows.3.key")).toMatchObject({ required: true, most: 5 });
    expect(fieldRules(schema, "tags.city")).toMatchObject({ required: false, most: 9 });
    expect(fieldRules(credentialSchema, "provider").required).toBe(true);
  });

  it.each(["nmae", "name.first", "__proto__", "constructor"])(
    "is an error for %s, which no schema has",
    (path) => expect(() => fieldRules(audienceSchema, path)).toThrow(path),
  );
});
