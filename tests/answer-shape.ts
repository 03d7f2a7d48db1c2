import type { Sample } from "@/components/reference/sample";

/** The members of a value, and what they are; of a list the first entry. */
function shapeOf(value: unknown): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

/**
 * The shapes of a sample and of what was answered, alike where the sample says what the answer is.
 * What is null in the sample has to be of the type that it stands for by `nulls`; an empty list,
 * and what is null in the answer, says nothing.
 *
 * @param path of both within the whole: names of members, with a slash between them
 */
export function comparable(
  sample: unknown,
  answer: unknown,
  nulls: NonNullable<Sample["nulls"]> = {},
  path = "",
): [unknown, unknown] {
  if (sample === null) {
    const type = nulls[path] ?? "null";
    return [type, answer === null ? type : shapeOf(answer)];
  }
  if (answer === null) return ["anything", "anything"];
  if (Array.isArray(sample) && Array.isArray(answer)) {
    if (sample.length === 0 || answer.length === 0) return [[], []];
    const pair = comparable(sample[0], answer[0], nulls, path);
    return [[pair[0]], [pair[1]]];
  }
  if (
    typeof sample !== "object" ||
    typeof answer !== "object" ||
    Array.isArray(sample) !== Array.isArray(answer)
  )
    return [shapeOf(sample), shapeOf(answer)];
  const names = [...new Set([...Object.keys(sample), ...Object.keys(answer)])];
  const pairs = names.map((name): [string, [unknown, unknown]] => {
    const [one, other] = [sample, answer].map((whole) => (whole as Record<string, unknown>)[name]);
    return [
      name,
      one === undefined || other === undefined
        ? [one === undefined ? "absent" : "there", other === undefined ? "absent" : "there"]
        : comparable(one, other, nulls, path === "" ? name : `${path}/${name}`),
    ];
  });
  return [0, 1].map((side) =>
    Object.fromEntries(pairs.map(([name, pair]) => [name, pair[side]])),
  ) as [unknown, unknown];
}
