import { checkEffective, type EffectiveResult } from "@/lib/interface/effective";
import { problem } from "@/lib/interface/problem";
import type { PushRequest } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import type { SentContent } from "./content";
import { shownValues } from "./date-format";
import { blocksIn } from "./languages";
import { readParameters } from "./parameters";
import { fill, FilledTooLargeError, mostFilledBytes, mostOf } from "./placeholder";

/**
 * One version of a template: any of the blocks of `channels.push`, as its author wrote them, and
 * its parameters (contract 6).
 */
export interface TemplateVersion extends SentContent {
  templateId: string;
  version: number;
}

/**
 * The effective message: the template's blocks overridden by the request's, then every `${name}`
 * replaced (contract 6), dates by their formats, judged by rules 1 to 4 of interface 4. A request
 * without `message` is judged as it stands; one that names a template needs its version, or gets
 * 7108. Warnings are those that `parseRequest` could not report yet.
 *
 * @param language one of the template's, "" for its default text
 */
export function resolve(
  request: PushRequest,
  version: TemplateVersion | undefined,
  language = "",
): EffectiveResult {
  if (request.message === undefined) return checkEffective(request, undefined, { warn: false });
  if (version === undefined) return refused([problem("template.unknown", "/message/template")]);
  const { values, problems } = readParameters(version.parameters, request.message.parameters);
  const merged = merge(
    blocksIn(version.blocks, version.languages, language),
    request.channels?.push,
  );
  const shownTexts = shownValues(version.parameters, values, language);
  let unknown = false;
  const missing = () => {
    unknown = true;
  };
  let filled: unknown;
  try {
    filled = fill(merged, shownTexts, missing);
  } catch (error) {
    if (!(error instanceof FilledTooLargeError)) throw error;
    const where = `its texts take more than ${mostFilledBytes} bytes once they are filled in${mostOf(merged, shownTexts)}`;
    return refused([...problems, problem("template.payload.size", "/message/template", { where })]);
  }
  if (unknown) problems.push(problem("template.placeholder.unknown", "/message/template"));
  if (problems.length > 0) return refused(problems);
  return checkEffective(request, filled);
}

function refused(problems: Extract<EffectiveResult, { ok: false }>["problems"]): EffectiveResult {
  return { ok: false, problems, warnings: [] };
}

/** What `message.template` names: a template, and a version when it pins one (contract 6). */
export interface TemplateReference {
  templateId: string;
  /** Absent: the published version. */
  version?: number;
}

/**
 * `order_shipped@3` → template `order_shipped`, version 3; without `@` and digits at the end the
 * whole text is the identifier.
 */
export function parseTemplateRef(text: string): TemplateReference {
  const pinned = /^(.+)@(\d{1,9})$/s.exec(text);
  const [, templateId, version] = pinned ?? [];
  return templateId === undefined ? { templateId: text } : { templateId, version: Number(version) };
}

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
