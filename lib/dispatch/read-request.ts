import { config } from "@/lib/config/config";
import { appOfAppid, type AppRecord } from "@/lib/directory/app/find";
import { findService, type ServiceRecord } from "@/lib/directory/service/find";
import {
  findVersion,
  unreadableVersion,
  type StoredVersion,
} from "@/lib/directory/template/version";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { parseRequest } from "@/lib/interface/parse";
import type { Problem } from "@/lib/interface/problem";
import { appFacts } from "@/lib/payload/app-facts";
import { oversized } from "@/lib/payload/oversized";
import { parseTemplateRef } from "@/lib/template/resolve";
import { reviewParsed, type RequestReview } from "@/lib/template/review-request";

/**
 * A request that can be accepted, and what it was read with; or everything that is wrong with it.
 */
export type ReadRequest =
  | (Extract<RequestReview<AppRecord>, { ok: true }> & { version: StoredVersion | undefined })
  | { ok: false; problems: Problem[]; warnings: Problem[] };

/** What a request is read by that is no word of it. */
export interface ReadBy {
  /**
   * The language of its template that everybody gets, "" for the default text; null or left out:
   * each recipient that of their device.
   */
  language?: string | null | undefined;
  /** The version of its template where it names none; left out: the published one. */
  templateVersion?: number | undefined;
}

/**
 * Reads a request by all rules of the interface and by what its service, app and template are
 * (interface 1 to 8, contract 1 to 6). Accepts nothing.
 *
 * @param at milliseconds since 1970 UTC: `expiry` is judged against it
 */
export async function readRequest(
  service: ServiceRecord,
  bytes: Uint8Array,
  at: number,
  { language = null, templateVersion }: ReadBy = {},
): Promise<ReadRequest> {
  const parsed = parseRequest(bytes, {
    sizeRule: service.sizeRule,
    httpsOnly: service.httpsOnly,
    origin: config().ORIGIN,
    now: at,
  });
  const appid = parsed.ok ? parsed.request.appid : parsed.appid;
  const named = appid === undefined ? undefined : await appOfAppid(appid);
  const app = named?.serviceId === service.id ? named : undefined;
  const message = parsed.ok ? parsed.request.message : undefined;
  const reference = {
    ...(templateVersion !== undefined && { version: templateVersion }),
    ...parseTemplateRef(message?.template ?? ""),
  };
  const version = app && message ? await findVersion(app.id, reference) : undefined;
  const judged = reviewParsed(parsed, { app, version, language, oversized: tooLarge });
  if (!judged.ok) {
    const reason =
      app && message && !version ? await unreadableVersion(app.id, reference) : undefined;
    // Nothing else says why a template that the console lists has no version to send.
    const problems = judged.problems.map((one) =>
      one.rule === "template.unknown" && reason !== undefined ? { ...one, message: reason } : one,
    );
    return { ok: false, problems, warnings: judged.warnings };
  }
  return { ...judged, version };
}

function tooLarge(effective: EffectiveRequest, app: AppRecord) {
  return oversized(effective, appFacts(app), app.providers);
}

/** The service of an app by the id that requests name it with; undefined when there is none. */
export async function serviceOfAppid(appid: unknown): Promise<ServiceRecord | undefined> {
  const app = typeof appid === "string" ? await appOfAppid(appid) : undefined;
  return app && findService(app.serviceId);
}
