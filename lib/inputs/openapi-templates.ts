import { byService, json, noCredential, noScope, queryOf, ref, unreadable } from "./openapi-parts";
import { templateListQuerySchema, templateQuerySchema } from "./template";

const templateIn = {
  type: "object",
  description:
    "Its names, the version that is published, and in `content` its blocks, parameters and samples. `revision` is the draft’s, for PUT and publishing; `by` who saved the draft last or published this version first, null for programs, `at` when.",
};
const templateNames = ["appid", "id"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
const noTemplate = { description: "This service has no such template, or no such version of it." };
const overtaken = { description: "Conflict: the template is not at the revision, or the published version, that was expected." };

export const templatesPath = {
  get: {
    operationId: "listTemplates",
    summary: "List templates",
    security: byService,
    parameters: queryOf(templateListQuerySchema),
    responses: {
      "200": {
        description: "50 a page, by name; `next` is `after` of the next page, null on the last.",
        content: json({
          type: "object",
          required: ["templates", "next"],
          properties: { templates: { type: "array", items: { type: "object" } }, next: { type: ["string", "null"] } },
        }),
      },
      "400": { description: "`appid` or `after` cannot be read; `problems` names it." },
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
      "400": { description: "`version` cannot be read." },
      "401": noCredential,
      "403": noScope,
      "404": noTemplate,
      "409": {
        description:
          "The draft, or the version, that is stored cannot be read. `revision` is the one that a PUT replaces; `version` is null for the draft.",
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
          "Kept. `unchanged` says that it was so before; `problems` what publishing it would be refused for, by pointers into the body, what becomes too large with the longest values included; `warnings` what is doubtful all the same.",
        content: json(putAnswer),
      },
      "201": { description: "Made: there was no template by that name." },
      "400": { description: unreadable },
      "401": noCredential,
      "403": noScope,
      "404": { description: "This service has no such app." },
      "409": {
        description:
          "The draft is not at the revision that was expected, somebody made the template at the same moment, or it is archived; the sentence says which.",
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
        description: "What a PUT of the same body would be answered. Nothing is written; `revision` is that of the draft as it is.",
        content: json(putAnswer),
      },
      "400": { description: unreadable },
      "401": noCredential,
      "403": noScope,
      "404": { description: "This service has no such app." },
      "409": { description: "It is archived, and would be changed." },
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
          "`revision` is missing, or it cannot be published as it stands; `problems` says why, by pointers into the body or the content.",
      },
      "401": noCredential,
      "403": noScope,
      "404": noTemplate,
      "409": overtaken,
    },
  },
};
