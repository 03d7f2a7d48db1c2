import { expect, inject, it } from "vitest";
import { operationsOf } from "@/components/reference/operations";
import { sampleOf } from "@/components/reference/samples";
import { openApiDocument } from "@/lib/inputs/openapi";

/** The members of a value, and what they are; of a list the first entry. What may be null says nothing. */
function shapeOf(value: unknown): unknown {
  if (value === null) return "anything";
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  );
}

/** The shape of an answer, where it can be told of both. */
function comparable(sample: unknown, answer: unknown): [unknown, unknown] {
  if (sample === null || answer === null) return ["anything", "anything"];
  if (Array.isArray(sample) && Array.isArray(answer)) {
    const pair = comparable(sample[0] ?? null, answer[0] ?? null);
    return [[pair[0]], [pair[1]]];
  }
  if (typeof sample !== "object" || typeof answer !== "object") return [shapeOf(sample), shapeOf(answer)];
  const names = [...new Set([...Object.keys(sample), ...Object.keys(answer)])];
  const pairs = names.map((name): [string, [unknown, unknown]] => {
    const [one, other] = [sample, answer].map((whole) => (whole as Record<string, unknown>)[name]);
    return [
      name,
      one === undefined || other === undefined
        ? [one === undefined ? "absent" : "there", other === undefined ? "absent" : "there"]
        : comparable(one, other),
    ];
  });
  return [0, 1].map((side) => Object.fromEntries(pairs.map(([name, pair]) => [name, pair[side]]))) as [unknown, unknown];
}

it("the reference's samples are taken as they are printed, and answered as it says", async () => {
  const { origin, serviceKey } = inject("shared");
  const operations = new Map(operationsOf(openApiDocument()).map((one) => [one.id, one]));
  const reader = { appid: "sandbox", userid: "user-1" };
  const call = async (id: string, path?: string) => {
    const operation = operations.get(id);
    const sample = operation && sampleOf(operation, reader);
    if (!operation || !sample) throw new Error(`no sample of ${id}`);
    const answer = await fetch(origin + (path ?? sample.path), {
      method: operation.method,
      headers: { key: serviceKey, ...(sample.body !== undefined && { "content-type": "application/json" }) },
      ...(sample.body !== undefined && { body: sample.body }),
    });
    const body: unknown = await answer.json();
    expect({ id, status: answer.status, body: answer.status === sample.status ? undefined : body }).toEqual({
      id,
      status: sample.status,
      body: undefined,
    });
    return { sample, body };
  };
  const expectShape = async (id: string, path?: string) => {
    const { sample, body } = await call(id, path);
    const [printed, real] = comparable(sample.answer, body);
    expect({ id, shape: printed }).toEqual({ id, shape: real });
    return body;
  };
  for (const id of [
    "registerDevice",
    "removeDevice",
    "writeTemplate",
    "previewTemplate",
    "readTemplate",
    "publishTemplate",
    "listTemplates",
  ])
    await expectShape(id);
  const { response } = (await expectShape("sendMessage")) as { response: { transid: string }[] };
  const transid = response[0]?.transid ?? "";
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${origin}/resources/v1/messaging/${transid}`, { headers: { key: serviceKey } })).json()) as { state: string })
          .state,
    )
    .toBe("done");
  await expectShape("readMessage", `/resources/v1/messaging/${transid}`);
  await call("readReference");
});
