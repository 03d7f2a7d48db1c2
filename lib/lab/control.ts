import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Counts } from "./counts";
import { parseJson, bodyText } from "./exchange";
import { type Faults, FaultSettingsError, type Problem, schemaProblems } from "./faults";
import type { LiveFeed } from "./live";
import type { NotificationFilter } from "./notification";
import type { Interaction, Screens } from "./screens";

const maxBodyBytes = 262_144;
// A copy of the rule in `lib/interface`: the lab shares no code with what it checks.
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0\p{Surrogate}]*$/u, "holds U+0000 or half of a surrogate pair; take it out");
const filterSchema = z.strictObject({
  userid: text(4_096).optional(),
  deviceid: text(4_096).optional(),
  transid: text(100).optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
});
const interactionSchema = z.strictObject({
  id: text(100).min(1),
  event: z.enum(["read", "dismissed"]),
  button: text(64).optional(),
  reply: text(2_000).optional(),
});

type Reply = { status: number; json?: unknown; headers?: Record<string, string> };
type Handler = (request: IncomingMessage, url: URL) => Reply | Promise<Reply>;

interface ControlParts {
  screens: Screens;
  faults: Faults;
  counts: Counts;
  live: LiveFeed;
  /** Carries out an interaction and sends the device's receipt. */
  interact: (id: string, interaction: Interaction) => "done" | "absent" | "replaced";
}

/**
 * The lab's control interface, to be mounted on the main server behind its authentication. Answers
 * whether the path is the lab's: `/resources/v1/lab/notifications` (GET, DELETE),
 * `/resources/v1/lab/faults` (GET, PUT), `/resources/v1/lab/counts` (GET), `/live/lab` (GET,
 * server-sent events) and `/live/lab/interactions` (POST). All JSON; errors are `{ error, problems:
 * [{ pointer, message }] }`.
 */
export function makeControl(
  parts: ControlParts,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { live } = parts;
  const routes = routesOf(parts);
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://lab");
    if (url.pathname === "/live/lab" && request.method === "GET") {
      live.open(response);
      return true;
    }
    const methods: Record<string, Handler> | undefined =
      url.pathname === "/live/lab" ? {} : routes[url.pathname];
    if (!methods) return false;
    const handler = methods[request.method ?? ""];
    const allow = Object.keys(methods).join(", ") || "GET";
    if (!handler) send(response, { ...rejectRequest(405, `Only ${allow}.`), headers: { allow } });
    else
      void Promise.resolve()
        .then(() => handler(request, url))
        .then(
          (reply) => send(response, reply),
          () => send(response, rejectRequest(500, "The request could not be read.")),
        );
    return true;
  };
}

/** Handlers by path and method, for the paths that answer with JSON. */
function routesOf({
  screens,
  faults,
  counts,
  interact,
}: ControlParts): Record<string, Record<string, Handler>> {
  return {
    "/resources/v1/lab/notifications": {
      GET: (_, url) => withFilter(url, (filter) => ({ status: 200, json: screens.list(filter) })),
      DELETE: (_, url) =>
        withFilter(url, (filter) => {
          screens.clear(filter);
          return { status: 204 };
        }),
    },
    "/resources/v1/lab/faults": {
      GET: () => ({ status: 200, json: faults.get() }),
      PUT: (request) =>
        withJson(request, (json) => {
          try {
            faults.set(json);
          } catch (error) {
            if (error instanceof FaultSettingsError)
              return rejectRequest(400, "These are no fault settings.", error.problems);
            throw error;
          }
          return { status: 200, json: faults.get() };
        }),
    },
    "/resources/v1/lab/counts": { GET: () => ({ status: 200, json: counts }) },
    "/live/lab/interactions": {
      POST: (request) =>
        withJson(request, (json) => {
          const parsed = interactionSchema.safeParse(json);
          if (!parsed.success)
            return rejectRequest(400, "This is no interaction.", schemaProblems(parsed.error));
          const { id, event, button, reply } = parsed.data;
          const done = interact(id, {
            event,
            ...(button !== undefined && { button }),
            ...(reply !== undefined && { reply }),
          });
          if (done === "absent") return rejectRequest(404, "There is no such notification.");
          return done === "replaced"
            ? rejectRequest(409, "A later notification has taken its place.")
            : { status: 204 };
        }),
    },
  };
}

function withFilter(url: URL, act: (filter: NotificationFilter) => Reply): Reply {
  const parsed = filterSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success)
    return rejectRequest(400, "This is no filter.", schemaProblems(parsed.error));
  const filters = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  return act(Object.fromEntries(filters) as NotificationFilter);
}

async function withJson(request: IncomingMessage, act: (json: unknown) => Reply): Promise<Reply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return rejectRequest(413, `At most ${maxBodyBytes} bytes.`);
    chunks.push(chunk);
  }
  const json = parseJson(bodyText(Buffer.concat(chunks)) ?? "");
  return json === undefined ? rejectRequest(400, "The body is not JSON in UTF-8.") : act(json);
}

function rejectRequest(status: number, error: string, problems: Problem[] = []): Reply {
  return { status, json: { error, problems } };
}

function send(response: ServerResponse, reply: Reply): void {
  const body = reply.json === undefined ? "" : JSON.stringify(reply.json);
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(body !== "" && { "content-type": "application/json; charset=utf-8" }),
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  response.end(body);
}
