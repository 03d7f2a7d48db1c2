import type { z } from "zod";
import { listTemplates, type TemplateRow } from "@/lib/directory/template/list";
import { publishTemplate } from "@/lib/directory/template/publish-draft";
import { previewPut, putTemplate } from "@/lib/directory/template/put";
import { readDocument, templateNamed } from "@/lib/directory/template/read-document";
import { rollBackTemplate } from "@/lib/directory/template/roll-back";
import {
  publishCallSchema,
  templateListQuerySchema,
  templateQuerySchema,
  type putTemplateSchema,
} from "@/lib/inputs/template";
import { writeJson } from "@/lib/interface/exact-json";
import { mostContentBytes } from "@/lib/template/content";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { answers } from "./answers";
import type { ServiceActor } from "./authenticate";
import { storedJsonOfCall } from "./json-body";
import { fromBody, fromCheckedBody, fromQuery, methods, resource, type Named } from "./resource";

/** A note, and room to spare. */
const publishBytes = 16_384;

const missing = "This service has no such template, or no such version of it.";

/** What a program calls a template by, as the address names it. */
function templateOf({ appid = "", id = "" }: Named): { appid: string; templateId: string } {
  return { appid: decoded(appid), templateId: decoded(id) };
}

/** A step that cannot be decoded names none that exists. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** A template of the list as programs know it: by what requests call it. */
function entryOf({
  templateId,
  appid,
  name,
  tags,
  state,
  published,
  publishedAt,
  platforms,
  uses,
  lastUsedAt,
}: TemplateRow) {
  return {
    id: templateId,
    appid,
    name,
    tags,
    state,
    published,
    publishedAt,
    platforms,
    uses,
    lastUsedAt,
  };
}

/**
 * `GET /resources/v1/templates?appid=…&after=…`: the templates of the key's service, 50 a page by
 * name, archived ones left out.
 */
export const templateList = methods({
  GET: resource(
    async (as, query: z.output<typeof templateListQuerySchema>) => {
      const { rows, next } = await listTemplates(as, { serviceId: as.actor.serviceId, ...query });
      return { templates: rows.map(entryOf), next };
    },
    {
      action: "template.read",
      input: fromQuery(templateListQuerySchema, "Invalid cursor.", ({ parsed }) => parsed),
      answer: answers.listTemplates[200],
    },
  ),
});

/** The body as it was written: the verb reads it. */
const templateInput = fromBody(
  storedJsonOfCall,
  mostContentBytes,
  (body, { named }) =>
    ({ ...body, ...templateOf(named) }) as unknown as z.input<typeof putTemplateSchema>,
);

/**
 * `GET|PUT /resources/v1/apps/{appid}/templates/{id}`: reads a template, or writes its draft as a
 * whole.
 */
export const templateAddress = methods({
  GET: resource(readDocument, {
    action: "template.read",
    input: fromQuery(templateQuerySchema, "Invalid version.", ({ parsed }, { named }) => ({
      ...templateOf(named),
      ...parsed,
    })),
    answer: answers.readTemplate[200],
    missing,
    // Numbers keep their digits.
    write: writeJson,
  }),
  PUT: resource(putTemplate, {
    action: "template.put",
    input: templateInput,
    answer: answers.writeTemplate[200],
    status: ({ created }) => (created ? 201 : 200),
    missing,
  }),
});

/**
 * `POST /resources/v1/apps/{appid}/templates/{id}/preview`: what a PUT of the same body would be
 * answered; nothing is written.
 */
export const previewAddress = methods({
  POST: resource(previewPut, {
    action: "template.read",
    input: templateInput,
    answer: answers.previewTemplate[200],
    missing,
  }),
});

/**
 * `POST /resources/v1/apps/{appid}/templates/{id}/publish`: makes the draft the next version, or
 * publishes an older one again.
 */
export const publishAddress = methods({
  POST: resource(publishNamed, {
    action: "template.publish",
    input: fromCheckedBody(
      storedJsonOfCall,
      publishBytes,
      publishCallSchema,
      "This cannot be published.",
      ({ parsed }, { named }) => ({
        ...templateOf(named),
        ...parsed,
      }),
    ),
    answer: answers.publishTemplate[200],
    missing,
  }),
});

const noRevision =
  "revision: give the revision of the draft to publish, from its last GET or PUT; or version, to publish an older version again.";

async function publishNamed(
  as: { actor: ServiceActor },
  {
    appid,
    templateId,
    version,
    revision,
    ...options
  }: z.output<typeof publishCallSchema> & ReturnType<typeof templateOf>,
): Promise<{ version: number }> {
  const template = await templateNamed({ appid, templateId });
  if (template?.serviceId !== as.actor.serviceId) throw new NotFoundError();
  const { id } = template;
  if (version !== undefined)
    return rollBackTemplate(as, { id, version, expectedPublished: options.expectedPublished });
  // Without a revision a caller could publish a draft that another member saved a moment ago.
  if (revision === undefined) rejectInput(noRevision, "/revision");
  return publishTemplate(as, { id, revision, ...options });
}
