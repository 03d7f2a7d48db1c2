import { memoized } from "@/components/editor/memoized";
import { tryTo } from "@/components/ui/browser/try-to";
import type { Composition } from "@/lib/compose/composition";
import { draftOf, givenName, messageName, versionText } from "@/lib/compose/draft-text";
import { merge } from "@/lib/compose/merge";
import { readReach } from "@/lib/compose/reach";
import { newNonce } from "@/lib/editor/attempt";
import type { Kind, ServerVersion } from "@/lib/editor/document";
import { writerName } from "@/lib/inputs/answer";
import { draftProblem } from "@/lib/inputs/campaign";
import { isObject } from "@/lib/interface/value-shape";

/** A campaign's draft as the composer holds it. */
export interface CampaignContent extends Composition {
  /** The name that a user gave it; absent while it is named by its content. */
  name?: string | undefined;
}

/** A version of a campaign's draft, as the server has it. */
export interface CampaignVersion {
  revision: number;
  name: string;
  draft: string;
}

/**
 * A campaign's draft as a document. The nonce under which it is sent belongs to the editor, and is
 * no change.
 */
export const campaignKind: Kind<CampaignContent> = {
  text: memoized((content: CampaignContent) => versionText(content, content.name)),
  write: memoized(
    (content: CampaignContent) =>
      draftOf({ id: null, revision: 0, name: content.name }, content).draft,
  ),
  merge: (base, mine, theirs) => {
    const { content: both, ...fields } = merge(base, mine, theirs);
    const isTheirs = theirs.name !== base.name && theirs.name !== mine.name;
    const isBoth = isTheirs && mine.name !== base.name;
    const name = isTheirs && !isBoth ? theirs.name : mine.name;
    return {
      content: { ...both, attempt: mine.attempt, name },
      theirs: isTheirs && !isBoth ? [...fields.theirs, "Name"] : fields.theirs,
      both: isBoth ? [...fields.both, "Name"] : fields.both,
    };
  },
  contentProblem: (content) =>
    draftProblem({
      name: content.name ?? messageName(content.request),
      draft: campaignKind.write(content),
    }),
  restore: (content, { attempt }) => ({ ...content, attempt }),
  next: (content) => ({ ...content, name: undefined }),
  sends: {
    attempt: ({ attempt }) => attempt,
    under: (content, attempt) => ({ ...content, attempt }),
    fresh: newNonce,
  },
};

/** A version of the server's, as a document meets it. */
export function storedCampaign(
  { revision, name, draft }: CampaignVersion,
  by: string | null,
): ServerVersion<CampaignContent> {
  return { revision, by: writerName(by, true), text: draft, content: readCampaign(name, draft) };
}

/** Reads a version of the server's; undefined where the form cannot hold it. */
export function readCampaign(name: string, draft: string): CampaignContent | undefined {
  const content = readDraft(draft);
  return content && { ...content, name: givenName(content.request, name) };
}

/** Reads the draft of a campaign; undefined when it is none that the form can hold. */
export function readDraft(text: string): Composition | undefined {
  return tryTo(() => compositionOf(JSON.parse(text)));
}

/** A parsed value as a composition; undefined when it is none. */
export function compositionOf(value: unknown): Composition | undefined {
  if (
    !isObject(value) ||
    !isWritten(value) ||
    !isObject(value["attempt"]) ||
    typeof value["attempt"]["nonce"] !== "string"
  )
    return undefined;
  return { ...value, reach: readReach(value["reach"]) } as unknown as Composition;
}

function isWritten({ request, shared }: Record<string, unknown>): boolean {
  if (!isObject(request) || !isObject(shared)) return false;
  const channels = request["channels"];
  return (
    typeof request["appid"] === "string" &&
    Array.isArray(request["destination"]) &&
    request["destination"].every(isObject) &&
    (channels === undefined ||
      (isObject(channels) && (channels["push"] === undefined || isObject(channels["push"])))) &&
    ["title", "text", "image"].every((part) => typeof shared[part] === "string")
  );
}
