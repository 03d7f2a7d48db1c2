import { findService, type ServiceRecord } from "@/lib/directory/service/find";
import { appOfAppid, type AppRecord } from "@/lib/directory/app/find";
import { findVersion, type StoredVersion } from "@/lib/directory/template/version";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { missingProviders } from "@/lib/interface/missing-providers";
import { inOrderOfBody, parseRequest } from "@/lib/interface/parse";
import { mergeProblems, problem, type Problem } from "@/lib/interface/problem";
import type { PushRequest } from "@/lib/interface/request";
import { parseTemplateRef, resolve } from "@/lib/template/resolve";

/** A request that can be accepted, and what it was read with; or everything that is wrong with it. */
export type ReadRequest =
  | {
      ok: true;
      request: PushRequest;
      app: AppRecord;
      version: StoredVersion | undefined;
      effective: EffectiveRequest;
      warnings: Problem[];
    }
  | { ok: false; problems: Problem[]; warnings: Problem[] };

/**
 * Reads a request by all rules of the interface and by what its service, app and template are (interface 1 to 8, contract 1 to 6). Accepts nothing.
 *
 * @param at milliseconds since 1970 UTC: `expiry` is judged against it
 */
export async function readRequest(service: ServiceRecord, bytes: Uint8Array, at: number): Promise<ReadRequest> {
  const parsed = parseRequest(bytes, { sizeRule: service.sizeRule, httpsOnly: service.httpsOnly, now: at });
  const appid = parsed.ok ? parsed.request.appid : parsed.appid;
  const app = appid === undefined ? undefined : await appOfAppid(appid);
  const problems = appid === undefined ? [] : appProblems(service, app);
  if (!parsed.ok) return { ok: false, problems: inOrderOfBody([...parsed.problems, ...problems], bytes), warnings: parsed.warnings };
  const { request } = parsed;
  if (!app || app.serviceId !== service.id) return { ok: false, problems, warnings: parsed.warnings };
  const version = request.message && (await findVersion(app.id, parseTemplateRef(request.message.template)));
  const resolved = resolve(request, version);
  const warnings = mergeProblems(parsed.warnings, resolved.warnings);
  problems.push(...(resolved.ok ? missingProviders(resolved.effective, app.providers) : resolved.problems));
  if (!resolved.ok || problems.length > 0) return { ok: false, problems: inOrderOfBody(problems, bytes), warnings };
  return { ok: true, request, app, version, effective: resolved.effective, warnings };
}

/** The service of an app by the id that requests name it with; undefined when there is none. */
export async function serviceOfAppid(appid: unknown): Promise<ServiceRecord | undefined> {
  const app = typeof appid === "string" ? await appOfAppid(appid) : undefined;
  return app && findService(app.serviceId);
}

/** An app of another service is as unknown as one that does not exist: nobody learns what others have. */
function appProblems(service: ServiceRecord, app: AppRecord | undefined): Problem[] {
  if (!app || app.serviceId !== service.id) return [problem("appid.unknown", "/appid")];
  return app.pushEnabled ? [] : [problem("app.push.disabled", "/appid")];
}
