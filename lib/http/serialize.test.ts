import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rowReply } from "./serialize";

const row = z.object({
  id: z.uuid(),
  parts: z.array(z.object({ n: z.int() })).readonly(),
  by: z.object({ name: z.string() }).nullish(),
  content: z.record(z.string(), z.unknown()),
});

describe("an answer", () => {
  const reply = rowReply({ 200: row });
  const text = (value: z.input<typeof row>) => String(reply(value).body);

  it("has the declared members of the row, in the order of the row, and no other", () => {
    const secret = { hash: "s" };
    const value = {
      parts: [
        { n: 1, ...secret },
        { ...secret, n: 2 },
      ],
      ...secret,
      by: { ...secret, name: "Maya" },
      content: { any: { ...secret } },
      id: "x",
    };
    expect(text(value)).toBe(
      '{"parts":[{"n":1},{"n":2}],"by":{"name":"Maya"},"content":{"any":{"hash":"s"}},"id":"x"}',
    );
  });

  it("leaves out what is undefined, and says what is null", () => {
    expect(text({ id: "x", parts: [], by: undefined, content: {} })).toBe(
      '{"id":"x","parts":[],"content":{}}',
    );
    expect(text({ id: "x", parts: [], by: null, content: {} })).toContain('"by":null');
  });

  it("has the status that the row says, of the declared ones", () => {
    const reply201 = rowReply(
      { 200: z.object({ n: z.int() }), 201: z.object({ n: z.int() }) },
      { status: ({ created }: { n: number; created: boolean }) => (created ? 201 : 200) },
    );
    expect(reply201({ n: 1, created: true })).toEqual({
      status: 201,
      body: Buffer.from('{"n":1}'),
    });
    expect(reply201({ n: 1, created: false }).status).toBe(200);
    expect(() => rowReply({ 201: z.object({}) })({})).toThrow("200 is not declared");
  });

  it("lets every member of a loose object through", () => {
    expect(String(rowReply({ 200: z.looseObject({}) })({ a: { b: 1 } }).body)).toBe(
      '{"a":{"b":1}}',
    );
  });

  it("cannot be of a kind whose members it could not pick", () => {
    expect(() => rowReply({ 200: z.union([z.object({}), z.string()]) })).toThrow("union");
    expect(() => rowReply({ 200: z.record(z.string(), z.object({})) })).toThrow("record");
  });
});
