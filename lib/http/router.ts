import type { IncomingMessage, ServerResponse } from "node:http";
import { sandboxServiceId } from "@/lib/directory/service/find";
import { inboxTokenOfPath } from "@/lib/interface/inbox";
import { fileOfPath } from "@/lib/media/address";
import { authorize } from "./authenticate";
import { CallError } from "./call-error";
import { pauseAddress, resumeAddress, stopAddress } from "./campaigns";
import { devices } from "./devices";
import { sendFailure } from "./failure";
import { health } from "./health";
import { inbox } from "./inbox";
import { endWithSession, liveMessages, unseenNotices } from "./live";
import { mediaFile, mediaUpload } from "./media";
import { messaging, status } from "./messaging";
import { countAnswer, metricsWithToken } from "./metrics";
import { isForPrograms, meantAddress, plainPath } from "./misspelt-address";
import { receipts } from "./receipts";
import { recipientPieces } from "./recipients";
import { reference } from "./reference";
import { replayAddress } from "./replay";
import { sendError } from "./reply";
import { settlePageMethod, settleTarget } from "./request-target";
import type { PathParams, Route } from "./resource";
import { ruleMeasures } from "./rule-measures";
import { segmentAddress, segmentCount, segmentsAddress } from "./segments";
import { mayIn, memberOf } from "./session";
import { takeStream } from "./streams";
import { previewAddress, publishAddress, templateAddress, templateList } from "./templates";
import { userAddress, usersAddress } from "./users";

/** What the router is given by the composition root. */
export interface RouterOptions {
  /** The sandbox's own addresses, while there is one. Asked after the credential was checked. */
  lab?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether this process can work. */
  ready: () => Promise<boolean>;
  /** Opens `/metrics`; without it there is none here. */
  metricsToken?: string;
  /** A worker answers for its health alone. */
  healthOnly?: boolean;
}

const inboxName = "/resources/v1/inbox/{token}";

const routes: Readonly<Record<string, Route>> = {
  "/resources/v1/messaging": messaging,
  "/resources/v1/receipts": receipts,
  "/resources/v1/devices": devices,
  "/resources/v1/updates/replay": replayAddress,
  "/resources/v1/templates": templateList,
  "/resources/v1/users": usersAddress,
  "/resources/v1/segments": segmentsAddress,
  "/resources/v1/openapi.json": reference,
  "/live/media": mediaUpload,
  "/live/messages": liveMessages,
  "/live/notices": unseenNotices,
  ...ruleMeasures,
};

/** Addresses with steps that name something. */
const namedRoutes: Readonly<Record<string, Route>> = {
  "/resources/v1/messaging/{transid}": status,
  "/resources/v1/users/{userid}": userAddress,
  "/resources/v1/segments/{id}": segmentAddress,
  "/resources/v1/segments/{id}/count": segmentCount,
  "/resources/v1/apps/{appid}/templates/{id}": templateAddress,
  "/resources/v1/apps/{appid}/templates/{id}/publish": publishAddress,
  "/resources/v1/apps/{appid}/templates/{id}/preview": previewAddress,
  "/resources/v1/campaigns/{id}/pause": pauseAddress,
  "/resources/v1/campaigns/{id}/resume": resumeAddress,
  "/resources/v1/campaigns/{id}/stop": stopAddress,
  "/audiences/{id}/recipients": recipientPieces,
};
const namedPaths = Object.entries(namedRoutes).map(([name, route]) => ({
  name,
  route,
  path: new RegExp(`^${name.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

interface RouteMatch {
  /** As the reference and the metrics call it. */
  name: string;
  route: Route;
  named?: PathParams;
}

/**
 * Addresses of the public interface, as the reference names them. The sandbox's own are not of it.
 * For the test that compares. @internal
 */
export const publicAddresses: readonly string[] = [
  ...Object.keys(routes),
  ...Object.keys(namedRoutes),
  inboxName,
].filter((name) => name.startsWith("/resources/"));

/**
 * The public interface and what else Next is too slow for, straight on node:http: `/resources/**`,
 * `/live/**`, files of `/media`, pieces of recipients, `/healthz`, `/readyz`, `/metrics`; and what
 * asks for nothing that a page could answer. Answers whether it took the request.
 */
export function createRouter(
  options: RouterOptions,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const healthRoutes: Record<string, Route> = {
    "/healthz": (request, response) => health(request, response, undefined),
    "/readyz": (request, response) => health(request, response, options.ready),
    "/metrics": (request, response) => metricsWithToken(request, response, options.metricsToken),
  };
  const find = (path: string): RouteMatch | undefined => {
    const own = Object.hasOwn(healthRoutes, path) ? healthRoutes[path] : undefined;
    if (own) return { name: path, route: own };
    if (options.healthOnly) return undefined;
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route) return { name: path, route };
    for (const { name, route: namedRoute, path: pattern } of namedPaths) {
      const match = pattern.exec(path);
      if (match) return { name, route: namedRoute, named: { ...match.groups } };
    }
    const inboxToken = inboxTokenOfPath(path);
    if (inboxToken !== undefined)
      return { name: inboxName, route: inbox, named: { token: inboxToken } };
    const media = fileOfPath(path);
    if (media)
      return { name: "/media", route: (request, response) => mediaFile(request, response, media) };
    if (options.lab && path.startsWith("/resources/v1/lab/"))
      return { name: "/resources/v1/lab", route: labForPrograms(options.lab) };
    if (options.lab && (path === "/live/lab" || path.startsWith("/live/lab/")))
      return { name: "/live/lab", route: labForPages(options.lab) };
    return undefined;
  };
  return (request, response) => {
    if (!settleTarget(request, response)) return true;
    const [rawPath, query] = splitTarget(request.url ?? "/");
    // A base address with a slash at its end, and a path that begins with one, are an address with
    // two.
    const path = plainPath(rawPath);
    const resolved =
      find(path) ?? unknownAddress(request, path, (other) => find(other) !== undefined);
    if (!resolved || (resolved.name === "other" && options.healthOnly))
      return !settlePageMethod(request, response);
    if (resolved.name !== "other") request.url = path + (request.url ?? "").slice(rawPath.length);
    response.once("finish", () => countAnswer(resolved.name, response.statusCode));
    Promise.resolve()
      .then(() =>
        resolved.route(request, response, new URLSearchParams(query), resolved.named ?? {}),
      )
      .catch((error: unknown) => sendFailure(request, response, error));
    return true;
  };
}

/**
 * Returns a route that answers 404 to a misspelt address of the interface, with the address that
 * the caller probably wanted where that is clear. Undefined for every other address.
 */
function unknownAddress(
  request: IncomingMessage,
  path: string,
  exists: (path: string) => boolean,
): RouteMatch | undefined {
  const likelyAddress = meantAddress(path, exists);
  if (likelyAddress === undefined && !isForPrograms(request, path)) return undefined;
  return {
    name: "other",
    route:
      likelyAddress === undefined
        ? nothing
        : (_, response) =>
            sendError(request, response, 404, `Unknown address. It is ${likelyAddress}.`),
  };
}

/** Path and query of a target that begins with a slash. */
function splitTarget(target: string): [path: string, query: string] {
  const at = target.indexOf("?");
  return at < 0 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}

/**
 * No `resource`: the lab writes its answers. Looking takes a key that may look; what changes the
 * lab, faults and what arrived, one that may send, because they change the result of sends.
 */
function labForPrograms(lab: NonNullable<RouterOptions["lab"]>): Route {
  return async (request, response) => {
    const looks = request.method === "GET" || request.method === "HEAD";
    const { service } = await authorize(request, looks ? "service.view" : "campaign.send");
    if (service.id !== (await sandboxServiceId()))
      throw new CallError(403, "The lab belongs to the sandbox's service.");
    if (!lab(request, response)) nothing(request, response);
  };
}

/** No `resource`: the lab writes its answers, and its stream. */
function labForPages(lab: NonNullable<RouterOptions["lab"]>): Route {
  return async (request, response) => {
    const reads = request.method === "GET";
    // Without a sandbox no service owns the devices, and being in no service grants nothing.
    const may = mayIn(
      reads ? "service.view" : "testMessage.send",
      (await sandboxServiceId()) ?? "",
    );
    const member = await memberOf(request, may);
    // All that is read here is the stream.
    if (reads && !takeStream(request, response, member.id)) return;
    if (reads) endWithSession(request, response, may);
    if (!lab(request, response)) nothing(request, response);
  };
}

function nothing(request: IncomingMessage, response: ServerResponse): void {
  sendError(request, response, 404, "Unknown address. See /resources/v1/openapi.json.");
}
