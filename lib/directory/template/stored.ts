import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { RefusedError } from "@/lib/verb/errors";

/** What was stored of a template, before texts were judged on the way in, cannot be read. Programs get 409 with the revision that a PUT replaces. */
export class UnreadableError extends RefusedError {
  /** Of the draft. */
  readonly revision: number;
  constructor(message: string, revision: number) {
    super({ pointer: "", message });
    this.revision = revision;
  }
}

/** Levels that everything which reads a stored text gets along with. Texts that are stored now have far fewer. */
const readableLevels = 512;

/** Why a stored draft cannot be read, in a sentence that names its template; undefined where it can. */
export function unreadableDraft(templateId: string, content: string): string | undefined {
  const wrong = unreadable(content);
  return wrong && `The draft of “${templateId}” cannot be read: ${wrong} Write it again; it is replaced as a whole.`;
}

/** Throws {@link UnreadableError} for a stored draft that cannot be read. */
export function assertReadableDraft({ templateId, revision }: { templateId: string; revision: number }, content: string): void {
  const sentence = unreadableDraft(templateId, content);
  if (sentence !== undefined) throw new UnreadableError(sentence, revision);
}

/** What keeps a stored text from being read. A character that cannot be sent is none: publishing tells it. */
function unreadable(text: string): string | undefined {
  const wrong = jsonProblem(text, readableLevels);
  return wrong?.rule.startsWith("json.") ? jsonSentence(wrong) : undefined;
}
