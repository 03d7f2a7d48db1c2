import type { z } from "zod";
import { listTemplates, type TemplateRow } from "@/lib/directory/template/list";
import { publishTemplate } from "@/lib/directory/template/publish";
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
import { storedJsonBody } from "./bodies";
import {
  checkedBody,
  fromQuery,
  methods,
  resource,
  serviceKey,
  type Call,
  type PathParams,
} from "./resource";
import { rowReply } from "./serialize";

/** A note, and room to spare. */
const publishBytes = 16_384;

const missing = "This service has no such template, or no such version of it.";

/** What a program calls a template by, as the address names it. */
function templateOf({ appid = "", id = "" }: PathParams): { appid: string; templateId: string } {
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
  GET: resource({
    caller: serviceKey("template.read"),
    body: fromQuery(templateListQuerySchema, "Invalid cursor."),
    run: async ({ caller: { actor }, body: { parsed } }) => {
      const input = { serviceId: actor.serviceId, ...parsed };
      const { rows, next } = await listTemplates({ actor }, input);
      return { templates: rows.map(entryOf), next };
    },
    answer: rowReply(answers.listTemplates),
  }),
});

/** As it was written: the verb reads it. */
const templateBody = storedJsonBody({ cap: mostContentBytes });

function templateInput(body: Record<string, unknown>, { named }: Call) {
  return { ...body, ...templateOf(named) } as unknown as z.input<typeof putTemplateSchema>;
}

/**
 * `GET|PUT /resources/v1/apps/{appid}/templates/{id}`: reads a template, or writes its draft as a
 * whole.
 */
export const templateAddress = methods({
  GET: resource({
    caller: serviceKey("template.read"),
    body: fromQuery(templateQuerySchema, "Invalid version."),
    run: ({ caller: { actor }, body: { parsed }, call: { named } }) =>
      readDocument({ actor }, { ...templateOf(named), ...parsed }),
    // Numbers keep their digits.
    answer: rowReply(answers.readTemplate, { write: (row) => writeJson(row as object) }),
    missing,
  }),
  PUT: resource({
    caller: serviceKey("template.put"),
    body: templateBody,
    run: ({ caller: { actor }, body, call }) => putTemplate({ actor }, templateInput(body, call)),
    answer: rowReply(answers.writeTemplate, { status: ({ created }) => (created ? 201 : 200) }),
    missing,
  }),
});

/**
 * `POST /resources/v1/apps/{appid}/templates/{id}/preview`: what a PUT of the same body would be
 * answered; nothing is written.
 */
export const previewAddress = methods({
  POST: resource({
    caller: serviceKey("template.read"),
    body: templateBody,
    run: ({ caller: { actor }, body, call }) => previewPut({ actor }, templateInput(body, call)),
    answer: rowReply(answers.previewTemplate),
    missing,
  }),
});

/**
 * `POST /resources/v1/apps/{appid}/templates/{id}/publish`: makes the draft the next version, or
 * publishes an older one again.
 */
export const publishAddress = methods({
  POST: resource({
    caller: serviceKey("template.publish"),
    body: checkedBody(
      storedJsonBody({ cap: publishBytes }),
      publishCallSchema,
      "This cannot be published.",
    ),
    run: ({ caller: { actor }, body: { parsed }, call: { named } }) =>
      publishNamed({ actor }, { ...templateOf(named), ...parsed }),
    answer: rowReply(answers.publishTemplate),
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
