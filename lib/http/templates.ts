import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import { previewPut, putTemplate, readDocument, templateNamed } from "@/lib/directory/template/document";
import { listTemplatePage, type TemplateRow } from "@/lib/directory/template/page";
import { publishDraft } from "@/lib/directory/template/publish-draft";
import { UnreadableError } from "@/lib/directory/template/stored";
import { rollBackTemplate } from "@/lib/directory/template/roll-back";
import { writeJson } from "@/lib/interface/exact-json";
import type { putTemplateSchema } from "@/lib/inputs/template";
import { publishCallSchema, templateListQuerySchema, templateQuerySchema } from "@/lib/inputs/template";
import { mostContentBytes } from "@/lib/template/content";
import { onBehalfOf } from "@/lib/verb/client";
import { ConflictError, NotFoundError, refuse, RefusedError } from "@/lib/verb/errors";
import { authorize } from "./authenticate";
import { clientAddress } from "./client-address";
import { storedJsonOfCall } from "./json-body";
import { problemsOf, refuseCall, refuseCaller, refuseMethod, sendJson } from "./reply";

/** What a program calls a template by, as the address says it. */
export interface NamedTemplate {
  appid: string;
  templateId: string;
}

const noRevision =
  "revision: give the revision of the draft to publish, from its last GET or PUT; or version, to publish an older version again.";

/** A note, and room to spare. */
const publishBytes = 16_384;

/** `GET /resources/v1/templates?appid=…&after=…`: the templates of the key's service, 50 a page by name, archived ones left out. */
export async function templateList(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(request, response, ["GET", "HEAD"]);
  const caller = await authorize(request, "template.read");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const asked = templateListQuerySchema.safeParse(Object.fromEntries(query));
  if (!asked.success) return refuseCall(request, response, 400, "Invalid cursor.", problemsOf(asked.error));
  const page = await listTemplatePage({ actor: caller.actor }, { serviceId: caller.service.id, ...asked.data });
  sendJson(request, response, 200, { templates: page.rows.map(told), next: page.next });
}

/** A template of the list as programs know it: by what requests call it. */
function told({ templateId, appid, name, tags, state, published, publishedAt, platforms, uses, lastUsedAt }: TemplateRow) {
  return { id: templateId, appid, name, tags, state, published, publishedAt, platforms, uses, lastUsedAt };
}

/** `GET|PUT /resources/v1/apps/{appid}/templates/{id}`: reads a template, or writes its draft as a whole. */
export async function templateOfApp(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  named: NamedTemplate,
): Promise<void> {
  if (request.method === "PUT") return put(request, response, named);
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(request, response, ["GET", "HEAD", "PUT"]);
  const caller = await authorize(request, "template.read");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const asked = templateQuerySchema.safeParse(Object.fromEntries(query));
  if (!asked.success) return refuseCall(request, response, 400, "Invalid version.", problemsOf(asked.error));
  await answered(request, response, async () => {
    const found = await readDocument({ actor: caller.actor }, { ...named, ...asked.data });
    sendJson(request, response, 200, Buffer.from(writeJson(found)));
  });
}

async function put(request: IncomingMessage, response: ServerResponse, named: NamedTemplate): Promise<void> {
  const caller = await authorize(request, "template.save");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const body = await storedJsonOfCall(request, response, mostContentBytes);
  if (!body) return;
  await answered(request, response, async () => {
    // As it was written: the verb reads it.
    const written = { ...body, ...named } as unknown as z.input<typeof putTemplateSchema>;
    const { created, ...result } = await putTemplate({ actor: caller.actor }, written);
    sendJson(request, response, created ? 201 : 200, { created, ...result });
  });
}

/** `POST /resources/v1/apps/{appid}/templates/{id}/preview`: what a PUT of the same body would be answered; nothing is written. */
export async function previewAddress(request: IncomingMessage, response: ServerResponse, named: NamedTemplate): Promise<void> {
  if (request.method !== "POST") return refuseMethod(request, response, ["POST"]);
  const caller = await authorize(request, "template.read");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const body = await storedJsonOfCall(request, response, mostContentBytes);
  if (!body) return;
  await answered(request, response, async () => {
    const written = { ...body, ...named } as unknown as z.input<typeof putTemplateSchema>;
    sendJson(request, response, 200, await previewPut({ actor: caller.actor }, written));
  });
}

/** `POST /resources/v1/apps/{appid}/templates/{id}/publish`: makes the draft the next version, or publishes an older one again. */
export async function publishAddress(request: IncomingMessage, response: ServerResponse, named: NamedTemplate): Promise<void> {
  if (request.method !== "POST") return refuseMethod(request, response, ["POST"]);
  const caller = await authorize(request, "template.publish");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const body = await storedJsonOfCall(request, response, publishBytes);
  if (!body) return;
  const parsed = publishCallSchema.safeParse(body);
  if (!parsed.success) return refuseCall(request, response, 400, "This cannot be published.", problemsOf(parsed.error));
  const { version, revision, ...asked } = parsed.data;
  await answered(request, response, async () => {
    const as = { actor: caller.actor };
    const found = await templateNamed(named);
    if (found?.serviceId !== caller.service.id) throw new NotFoundError();
    const { id } = found;
    if (version !== undefined)
      return sendJson(request, response, 200, await rollBackTemplate(as, { id, version, expectedPublished: asked.expectedPublished }));
    // Nobody publishes a draft that they did not see: somebody else may have saved it a moment ago.
    if (revision === undefined) refuse(noRevision, "/revision");
    const published = await publishDraft(as, { id, revision, ...asked });
    sendJson(request, response, 200, published);
  });
}

/** What a verb refuses, in the way of the addresses that programs call: 404, 409 for a conflict or where a draft or a version cannot be read, 400 for all else. */
async function answered(request: IncomingMessage, response: ServerResponse, run: () => Promise<void>): Promise<void> {
  try {
    await onBehalfOf(clientAddress(request), run);
  } catch (error) {
    if (error instanceof NotFoundError) refuseCall(request, response, 404, "This service has no such template, or no such version of it.");
    else if (error instanceof UnreadableError)
      sendJson(request, response, 409, { error: error.message, problems: error.problems, ...error.facts });
    else if (error instanceof ConflictError) refuseCall(request, response, 409, error.message, error.problems);
    else if (error instanceof RefusedError) refuseCall(request, response, 400, error.message, error.problems);
    else throw error;
  }
}
