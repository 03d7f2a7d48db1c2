import { isObject } from "@/lib/interface/value-shape";

/**
 * The template's value overridden by the request's, member by member: objects merge, arrays and
 * scalars replace (contract 6). A member that the request does not have is the template's. Neither
 * is changed.
 */
export function merge(template: unknown, request: unknown): unknown {
  if (request === undefined) return template;
  if (!isObject(template) || !isObject(request)) return request;
  const members = new Map(Object.entries(template));
  for (const [name, value] of Object.entries(request))
    members.set(name, merge(members.get(name), value));
  // fromEntries defines members, so a member called __proto__ stays a member.
  return Object.fromEntries(members);
}
