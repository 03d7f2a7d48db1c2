import { templateListQuerySchema, templateQuerySchema } from "@/lib/inputs/template";
import {
  byServiceKey,
  json,
  noRight,
  queryOf,
  ref,
  responsesOf,
  unreadable,
  unsupported,
} from "./openapi-parts";

const templateNames = ["appid", "id"].map((name) => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
}));
/** A call whose body is the draft of a template. */
const withTemplate = {
  security: byServiceKey,
  parameters: templateNames,
  requestBody: { required: true, content: json(ref("Template")) },
};
const noTemplate = "This service has no such template, or no such version of it.";
const noApp = "This service has no such app.";

export const templatesPath = {
  get: {
    operationId: "listTemplates",
    summary: "List templates",
    security: byServiceKey,
    parameters: queryOf(templateListQuerySchema),
    responses: responsesOf("listTemplates", {
      200: "50 a page, sorted by name. `next` is the `after` of the next page; null on the last one.",
      400: "`appid` is invalid, or `after` is not one that a page returned, for example because it was cut short; `problems` names it.",
      ...noRight,
    }),
  },
};

export const templatePath = {
  get: {
    operationId: "readTemplate",
    summary: "Read a template",
    security: byServiceKey,
    parameters: [...templateNames, ...queryOf(templateQuerySchema)],
    responses: responsesOf("readTemplate", {
      200: "The template.",
      400: "`version` is invalid.",
      ...noRight,
      404: noTemplate,
      409: {
        description:
          "The stored draft or version cannot be read. `revision` is the one that a PUT replaces; `version` is null for the draft.",
        refusals: ["UnreadableTemplate"],
      },
    }),
  },
  put: {
    operationId: "writeTemplate",
    summary: "Write a template’s draft",
    ...withTemplate,
    responses: responsesOf("writeTemplate", {
      200: "Saved. `unchanged` says that the draft already had this content. `problems` lists what would prevent publishing, with pointers into the body, including what the longest values make too large; `warnings` lists what is doubtful.",
      201: "Created: there was no template with this id.",
      400: unreadable,
      ...noRight,
      404: noApp,
      409: "The draft is at another revision than expected, somebody created the template at the same moment, or it is archived; the sentence says which.",
      ...unsupported,
    }),
  },
};

export const previewPath = {
  post: {
    operationId: "previewTemplate",
    summary: "Preview a PUT of a template’s draft",
    ...withTemplate,
    responses: responsesOf("previewTemplate", {
      200: "The answer that a PUT of the same body would get. Nothing is written; `revision` is that of the current draft.",
      400: unreadable,
      ...noRight,
      404: noApp,
      409: "The template is archived, and the PUT would change it.",
      ...unsupported,
    }),
  },
};

export const publishPath = {
  post: {
    operationId: "publishTemplate",
    summary: "Publish a template",
    security: byServiceKey,
    parameters: templateNames,
    requestBody: { required: true, content: json(ref("TemplatePublication")) },
    responses: responsesOf("publishTemplate", {
      200: "Requests that pin no version use this one from now on.",
      400: "`revision` is missing, or the draft cannot be published as it is; `problems` says why, with pointers into the body or the content.",
      ...noRight,
      404: noTemplate,
      409: {
        description:
          "Conflict: the template is at another revision, or has another published version, than expected.",
        refusals: ["CallError", "UnreadableTemplate"],
      },
      ...unsupported,
    }),
  },
};
