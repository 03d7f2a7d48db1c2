import { isObject, jsonIn } from "@/lib/interface/value-shape";

/**
 * Whether two drafts, JSON text, say the same to the same people. The name under which one is tried
 * does not count.
 */
export function isSameContent(one: string, other: string): boolean {
  return one === other || contentOf(one) === contentOf(other);
}

function contentOf(draft: string): string {
  const value = jsonIn(draft);
  if (!isObject(value)) return draft;
  const { attempt: _, ...content } = value;
  return JSON.stringify(content);
}
