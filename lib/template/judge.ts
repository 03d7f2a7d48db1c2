import { appProblems } from "@/lib/interface/app-problems";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { missingProviders } from "@/lib/interface/missing-providers";
import { inOrderOfBody, type ParseResult } from "@/lib/interface/parse";
import { mergeProblems, type Problem } from "@/lib/interface/problem";
import type { PushRequest } from "@/lib/interface/request";
import { resolve, type TemplateVersion } from "./resolve";

/** What an app is asked before it sends. */
export interface Sender {
  pushEnabled: boolean;
  /** Those it has a credential for. */
  providers: readonly ProviderKind[];
}

/** A request that its app would send, or everything that is wrong with it, in the order of the body. */
export type Judged<A extends Sender = Sender> =
  | { ok: true; app: A; request: PushRequest; effective: EffectiveRequest; warnings: Problem[] }
  | { ok: false; problems: Problem[]; warnings: Problem[]; effective?: EffectiveRequest };

/**
 * Judges what was parsed by what its app and its template are (contract 2, 6). The endpoint and the console both ask here, so that neither
 * takes what the other refuses.
 *
 * @param known the app that the request names when the service has it, and the version of the template that the request names when the app has it
 * @param bytes the body that was parsed
 */
export function judgeParsed<A extends Sender>(
  parsed: ParseResult,
  { app, version }: { app: A | undefined; version: TemplateVersion | undefined },
  bytes: Uint8Array,
): Judged<A> {
  const appid = parsed.ok ? parsed.request.appid : parsed.appid;
  const problems = appid === undefined ? [] : appProblems(app);
  if (!parsed.ok) return { ok: false, problems: inOrderOfBody([...parsed.problems, ...problems], bytes), warnings: parsed.warnings };
  if (!app) return { ok: false, problems, warnings: parsed.warnings };
  const resolved = resolve(parsed.request, version);
  const warnings = mergeProblems(parsed.warnings, resolved.warnings);
  problems.push(...(resolved.ok ? missingProviders(resolved.effective, app.providers) : resolved.problems));
  const { request } = parsed;
  if (resolved.ok && problems.length === 0) return { ok: true, app, request, effective: resolved.effective, warnings };
  return { ok: false, problems: inOrderOfBody(problems, bytes), warnings, ...(resolved.ok && { effective: resolved.effective }) };
}
