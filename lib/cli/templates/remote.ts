import { z } from "zod";
import { isSendable, unsendable } from "@/lib/interface/text";
import { FileError, type TemplateFiles } from "@/lib/template/files";
import { callerOf, DeepAnswerError, problemSchema, RemoteError } from "./call";
import type { Settings } from "./settings";

const nameSchema = z.object({ appid: z.string(), id: z.string() });
const pageSchema = z.object({ templates: z.array(nameSchema), next: z.string().nullable() });
const templateSchema = z.object({
  name: z.string(),
  tags: z.array(z.string()),
  /** The version that requests use that pin none. */
  published: z.int().nullable(),
  archived: z.boolean(),
  /** Null for a draft. */
  version: z.int().nullable(),
  /** Of the draft. */
  revision: z.int(),
  /**
   * Who saved the draft last, or published the version; null for programs. Absent from a server
   * that does not send it.
   */
  by: z.string().nullable().optional(),
  at: z.iso.datetime().nullable().optional(),
  content: z.unknown(),
});
const contentSchema = z.object({
  blocks: z.record(z.string(), z.unknown()).default({}),
  parameters: z.array(z.unknown()).default([]),
  samples: z.array(z.unknown()).default([]),
  languages: z.array(z.unknown()).default([]),
});
/** What a 409 says of what is stored and cannot be read. */
const unreadableSchema = templateSchema.pick({ revision: true, by: true, at: true }).extend({
  version: z.int().nullable().default(null),
  published: z.int().nullable().optional(),
  archived: z.boolean().default(false),
});
const putSchema = z.object({
  created: z.boolean(),
  unchanged: z.boolean(),
  revision: z.int(),
  problems: z.array(problemSchema),
  /** From a server that sends it. */
  warnings: z.array(problemSchema).default([]),
});
const publishedSchema = z.object({ version: z.int() });
const referenceSchema = z.object({
  components: z.object({ schemas: z.object({ Template: z.record(z.string(), z.unknown()) }) }),
});

/** What names a template. */
export type TemplateName = z.output<typeof nameSchema>;
/** A template as a server has it. */
export type RemoteTemplate = TemplateFiles & Omit<z.output<typeof templateSchema>, "content">;
export type PutAnswer = z.output<typeof putSchema>;

/**
 * What a server has of a template cannot be read, by the server or by this command. It can be
 * replaced.
 */
export class UnreadableTemplateError extends RemoteError {
  /** Undefined where the server reads what this command does not. */
  readonly facts: z.output<typeof unreadableSchema> | undefined;
  constructor(
    { status, message, details, answer }: RemoteError,
    facts: UnreadableTemplateError["facts"],
  ) {
    super(status, message, { details, answer });
    this.facts = facts;
  }
}

/** The template resources of one server, by a service key. */
export interface Remote {
  list: () => Promise<TemplateName[]>;
  /**
   * The draft, or what is published where there is none; or that version. Undefined where there is
   * none. Throws {@link UnreadableTemplateError}.
   */
  read: (named: TemplateName, version?: number) => Promise<RemoteTemplate | undefined>;
  /**
   * Replaces the draft of that revision and no other, 0 where there is none; of any revision where
   * it is undefined.
   */
  put: (template: TemplateFiles, revision: number | undefined) => Promise<PutAnswer>;
  /** What putting would be answered, and writes nothing. */
  preview: (template: TemplateFiles) => Promise<PutAnswer>;
  publish: (
    named: TemplateName,
    input: { note: string; revision: number; expectedPublished: number | null; anyway: boolean },
  ) => Promise<{ version: number }>;
  schema: () => Promise<unknown>;
}

/** Pages of a list at most. */
const mostPages = 1_000;

/**
 * All throw {@link RemoteError} for what a server refuses, and for answers that no Clarion gives.
 */
export function remoteAt(settings: Settings): Remote {
  const ask = askerOf(settings);
  return {
    list: () => listTemplates(ask, settings),
    read: (named, version) => readTemplate(ask, named, version),
    put: ({ appid, id, ...document }, revision) =>
      ask(putSchema, "PUT", at({ appid, id }), {
        ...document,
        ...(revision !== undefined && { revision }),
      }),
    preview: ({ appid, id, ...document }) =>
      ask(putSchema, "POST", `${at({ appid, id })}/preview`, document),
    publish: (named, input) => ask(publishedSchema, "POST", `${at(named)}/publish`, input),
    schema: async () =>
      (await ask(referenceSchema, "GET", "/openapi.json")).components.schemas.Template,
  };
}

/** Calls a server, and reads its answer by a schema. */
type ServerCall = <S extends z.ZodType>(
  schema: S,
  ...request: Parameters<ReturnType<typeof callerOf>>
) => Promise<z.output<S>>;

function askerOf(settings: Settings): ServerCall {
  const call = callerOf(settings);
  return async (schema, ...request) => {
    const { data } = schema.safeParse(await call(...request));
    if (data === undefined)
      throw new RemoteError(
        200,
        `${settings.origin} answers ${request[0]} ${request[1]} as no Clarion does.`,
      );
    return data;
  };
}

async function listTemplates(
  ask: ServerCall,
  { origin }: Pick<Settings, "origin">,
): Promise<TemplateName[]> {
  const all: TemplateName[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const query: string = after === null ? "" : `?after=${encoded(after)}`;
    const { templates, next }: z.output<typeof pageSchema> = await ask(
      pageSchema,
      "GET",
      `/templates${query}`,
    );
    all.push(...templates);
    if (next === null) return all;
    after = next;
  }
  throw new RemoteError(
    0,
    `${origin} lists more than ${mostPages.toLocaleString("en")} pages of templates.`,
  );
}

async function readTemplate(
  ask: ServerCall,
  named: TemplateName,
  version: number | undefined,
): Promise<RemoteTemplate | undefined> {
  try {
    const query = version === undefined ? "" : `?version=${version}`;
    const { content, ...facts } = await ask(templateSchema, "GET", `${at(named)}${query}`);
    const { appid, id } = named;
    const read = contentSchema.safeParse(content);
    if (read.success) return { appid, id, ...facts, ...read.data };
    const what = facts.version === null ? "The draft" : `Version ${facts.version}`;
    const member = read.error.issues[0]?.path[0];
    const where =
      member === undefined
        ? "it is no object"
        : `its “${String(member)}” are ${member === "blocks" ? "no object" : "no list"}`;
    throw new UnreadableTemplateError(
      new RemoteError(200, `${what} of “${id}” cannot be read: ${where}.`),
      facts,
    );
  } catch (error) {
    if (error instanceof DeepAnswerError) throw new UnreadableTemplateError(error, undefined);
    if (!(error instanceof RemoteError)) throw error;
    if (error.status === 404) return undefined;
    const facts = error.status === 409 ? unreadableSchema.safeParse(error.answer).data : undefined;
    throw facts ? new UnreadableTemplateError(error, facts) : error;
  }
}

function at({ appid, id }: TemplateName): string {
  return `/apps/${encoded(appid)}/templates/${encoded(id)}`;
}

/** Throws `FileError` for a name that no address can hold. */
function encoded(name: string): string {
  if (!isSendable(name)) throw new FileError(`Its name ${unsendable}.`);
  return encodeURIComponent(name);
}
