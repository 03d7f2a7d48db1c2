import { byService, json, noCredential, noScope, queryOf, ref, unreadable } from "./openapi-parts";
import { templateListQuerySchema, templateQuerySchema } from "@/lib/inputs/template";

const templateIn = {
  type: "object",
  description:
    "Its names, the published version, and in `content` its blocks, parameters and samples. `revision` is that of the draft, for PUT and publishing. `by` is who last saved the draft or first published this version, null for programs; `at` is when.",
};
const templateNames = ["appid", "id"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
const noTemplate = { description: "This service has no such template, or no such version of it." };
const overtaken = { description: "Conflict: the template is at another revision, or has another published version, than expected." };

export const templatesPath = {
  get: {
    operationId: "listTemplates",
    summary: "List templates",
    security: byService,
    parameters: queryOf(templateListQuerySchema),
    responses: {
      "200": {
        description: "50 a page, sorted by name. `next` is the `after` of the next page; null on the last one.",
        content: json({
          type: "object",
          required: ["templates", "next"],
          properties: { templates: { type: "array", items: { type: "object" } }, next: { type: ["string", "null"] } },
        }),
      },
      "400": { description: "`appid` or `after` is invalid; `problems` names it." },
      "401": noCredential,
      "403": noScope,
    },
  },
};

const putAnswer = {
  type: "object",
  required: ["created", "unchanged", "revision", "problems", "warnings"],
  properties: {
    created: { type: "boolean" },
    unchanged: { type: "boolean" },
    revision: { type: "integer", minimum: 0 },
    problems: { type: "array", items: { type: "object" } },
    warnings: { type: "array", items: { type: "object" } },
  },
};

export const templatePath = {
  get: {
    operationId: "readTemplate",
    summary: "Read a template",
    security: byService,
    parameters: [...templateNames, ...queryOf(templateQuerySchema)],
    responses: {
      "200": { description: "The template.", content: json(templateIn) },
      "400": { description: "`version` is invalid." },
      "401": noCredential,
      "403": noScope,
      "404": noTemplate,
      "409": {
        description:
          "The stored draft or version cannot be read. `revision` is the one that a PUT replaces; `version` is null for the draft.",
      },
    },
  },
  put: {
    operationId: "writeTemplate",
    summary: "Write a template’s draft",
    security: byService,
    parameters: templateNames,
    requestBody: { required: true, content: json(ref("Template")) },
    responses: {
      "200": {
        description:
          "Saved. `unchanged` says that the draft already had this content. `problems` lists what would prevent publishing, with pointers into the body, including what the longest values make too large; `warnings` lists what is doubtful.",
        content: json(putAnswer),
      },
      "201": { description: "Created: there was no template with this id." },
      "400": { description: unreadable },
      "401": noCredential,
      "403": noScope,
      "404": { description: "This service has no such app." },
      "409": {
        description:
          "The draft is at another revision than expected, somebody created the template at the same moment, or it is archived; the sentence says which.",
      },
    },
  },
};

export const previewPath = {
  post: {
    operationId: "previewTemplate",
    summary: "Preview a PUT of a template’s draft",
    security: byService,
    parameters: templateNames,
    requestBody: { required: true, content: json(ref("Template")) },
    responses: {
      "200": {
        description: "The answer that a PUT of the same body would get. Nothing is written; `revision` is that of the current draft.",
        content: json(putAnswer),
      },
      "400": { description: unreadable },
      "401": noCredential,
      "403": noScope,
      "404": { description: "This service has no such app." },
      "409": { description: "The template is archived, and the PUT would change it." },
    },
  },
};

export const publishPath = {
  post: {
    operationId: "publishTemplate",
    summary: "Publish a template",
    security: byService,
    parameters: templateNames,
    requestBody: { required: true, content: json(ref("TemplatePublication")) },
    responses: {
      "200": {
        description: "Requests that pin no version use this one from now on.",
        content: json({ type: "object", required: ["version"], properties: { version: { type: "integer", minimum: 1 } } }),
      },
      "400": {
        description:
          "`revision` is missing, or the draft cannot be published as it is; `problems` says why, with pointers into the body or the content.",
      },
      "401": noCredential,
      "403": noScope,
      "404": noTemplate,
      "409": overtaken,
    },
  },
};
