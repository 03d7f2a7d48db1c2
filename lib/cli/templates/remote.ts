import { parseJson, writeJson } from "@/lib/interface/exact-json";
import type { JsonValue } from "@/lib/interface/scalars";
import { filledContent, type TemplateFiles } from "@/lib/template/files";

/** What a server said against it. */
export class RemoteError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
  /** Whether the server would say the same of every other template: it does not answer, or not to this key. */
  get isFinal(): boolean {
    return [0, 401, 403].includes(this.status);
  }
}

/** A template as a server has it. */
export interface RemoteTemplate extends TemplateFiles {
  published: number | null;
  archived: boolean;
  /** Null for a draft. */
  version: number | null;
  revision: number;
}

interface Problem {
  pointer: string;
  message: string;
}

export interface PutAnswer {
  created: boolean;
  unchanged: boolean;
  revision: number;
  problems: readonly Problem[];
  /** Of a server that tells any. */
  warnings?: readonly Problem[];
}

/** The template resources of one server, by a service key. */
export interface Remote {
  /** Of the server, without a slash at its end. */
  origin: string;
  list: () => Promise<{ appid: string; id: string }[]>;
  /** The draft, or what is published where there is none; or that version. Undefined where there is none. */
  read: (named: { appid: string; id: string }, version?: number) => Promise<RemoteTemplate | undefined>;
  /** Replaces the draft of that revision and no other; 0 where there is none. */
  put: (template: TemplateFiles, revision: number) => Promise<PutAnswer>;
  publish: (
    named: { appid: string; id: string },
    asked: { note: string; revision: number; expectedPublished: number | null },
  ) => Promise<{ version: number }>;
  schema: () => Promise<unknown>;
}

const answerMs = 30_000;
/** Pages of a list at most. */
const mostPages = 1_000;

/** @param url of the server, such as `https://push.example.com` */
export function remoteAt(url: string, key: string): Remote {
  const origin = url.replace(/\/+$/, "");
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    let answer: Response;
    try {
      answer = await fetch(`${origin}/resources/v1${path}`, {
        method,
        headers: { key, ...(body && { "content-type": "application/json" }) },
        signal: AbortSignal.timeout(answerMs),
        redirect: "error",
        ...(body && { body: writeJson(body as JsonValue) }),
      });
    } catch (error) {
      throw new RemoteError(0, `${origin} does not answer: ${error instanceof Error ? error.message : "the connection failed"}.`);
    }
    const text = await answer.text();
    if (!answer.ok) throw new RemoteError(answer.status, refusalOf(answer.status, text));
    return parseJson(text);
  };
  const at = ({ appid, id }: { appid: string; id: string }) => `/apps/${encodeURIComponent(appid)}/templates/${encodeURIComponent(id)}`;
  return {
    origin,
    list: async () => {
      const all: { appid: string; id: string }[] = [];
      let after: string | null = null;
      for (let page = 0; page < mostPages; page += 1) {
        const query: string = after === null ? "" : `?after=${encodeURIComponent(after)}`;
        const answer = (await call("GET", `/templates${query}`)) as { templates: typeof all; next: string | null };
        all.push(...answer.templates.map(({ appid, id }) => ({ appid, id })));
        after = answer.next;
        if (after === null) break;
      }
      return all;
    },
    read: async (named, version) => {
      try {
        const { content, ...facts } = (await call(
          "GET",
          `${at(named)}${version === undefined ? "" : `?version=${version}`}`,
        )) as RemoteTemplate & {
          content: Partial<Pick<TemplateFiles, "blocks" | "parameters" | "samples" | "languages">>;
        };
        return { ...facts, ...filledContent(content) };
      } catch (error) {
        if (error instanceof RemoteError && error.status === 404) return undefined;
        throw error;
      }
    },
    put: async ({ appid, id, ...document }, revision) => (await call("PUT", at({ appid, id }), { ...document, revision })) as PutAnswer,
    publish: async (named, asked) => (await call("POST", `${at(named)}/publish`, asked)) as { version: number },
    schema: async () => {
      const document = (await call("GET", "/openapi.json")) as { components: { schemas: Record<string, unknown> } };
      return document.components.schemas["Template"];
    },
  };
}

/** What a refusal says, in a line each. */
function refusalOf(status: number, text: string): string {
  try {
    const told = JSON.parse(text) as { error?: string; problems?: Problem[]; response?: { description?: string; errors?: Problem[] } };
    const problems = told.problems ?? told.response?.errors ?? [];
    const sentence = told.error ?? told.response?.description ?? `The server answers ${status}.`;
    // What concerns no place says no more than the sentence.
    const lines = problems
      .filter(({ pointer, message }) => pointer !== "" || message !== sentence)
      .map(({ pointer, message }) => `  ${pointer === "" ? "" : `${pointer}: `}${message}`);
    return [sentence, ...lines].join("\n");
  } catch {
    return `The server answers ${status}.`;
  }
}
