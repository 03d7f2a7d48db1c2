import { z } from "zod";
import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { NESTING } from "@/lib/interface/limits";
import type { Problem } from "@/lib/interface/problem";
import { isSendable, unsendable, utf8Bytes } from "@/lib/interface/text";
import { deliveryStates } from "@/lib/interface/update";
import { idText } from "./text";

const mostNameLength = 200;
const mostDraftBytes = 262_144;

/** A draft holds its request as a member. */
const draftLevels = NESTING + 1;

/**
 * What may stand in a draft: characters that sending refuses, escaped, and what is no JSON, which
 * reads as nothing wherever it is read.
 */
function isUnfinished({ rule }: Problem): boolean {
  return rule === "json.syntax" || rule === "text.characters";
}

/** Returns a name as it is stored: one line of 1 to 200 characters. */
export function campaignName(name: string): string {
  // A title of several lines is a name of one.
  const line = name.replace(/\p{Cc}+/gu, " ").trim();
  return Array.from(line).slice(0, mostNameLength).join("") || "Untitled";
}

/** Why a campaign cannot have this name, with what to do about it; undefined when it can. */
export function nameProblem(name: string): string | undefined {
  return isSendable(name) ? undefined : `Its name ${unsendable}.`;
}

/**
 * Returns why a draft cannot be stored, with the remedy; undefined when it can. The directory
 * checks that its app exists.
 */
export function draftProblem({ name, draft }: { name: string; draft: string }): string | undefined {
  const bytes = utf8Bytes(draft);
  if (bytes > mostDraftBytes)
    return `It takes ${bytes.toLocaleString("en")} bytes, and a draft takes at most ${mostDraftBytes.toLocaleString("en")}. If it has many recipients, save them as a list under Audiences and choose the list.`;
  if (!isSendable(draft)) return `It ${unsendable}.`;
  const wrong = jsonProblem(draft, draftLevels);
  return wrong && !isUnfinished(wrong)
    ? `It cannot be stored: ${jsonSentence(wrong)}`
    : nameProblem(name);
}

/** The revision of a draft. */
export const revision = z.int().min(0).max(2_147_483_647);

/**
 * A draft as its editor sends it. {@link draftProblem} checks its name and content: a draft that
 * cannot be stored can still be sent.
 */
export const campaignDraftSchema = z.object({
  id: idText.nullable(),
  revision,
  name: z.string(),
  appid: z.string(),
  draft: z.string(),
});
/**
 * A campaign as its editor holds it: `id` null for one that was never saved, `revision` of the
 * version that was edited, `draft` the composition, JSON text.
 */
export type CampaignDraft = z.output<typeof campaignDraftSchema>;

/** Arguments of keeping a draft. */
export const saveDraftSchema = z.object({ campaign: campaignDraftSchema });

/**
 * Arguments of a change of a campaign as a whole. The new name is judged by {@link nameProblem}.
 */
export const changeCampaignSchema = z.object({
  id: idText,
  change: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("rename"), name: z.string() }),
    z.object({ kind: z.enum(["archive", "restore"]) }),
  ]),
});

/**
 * Arguments of exporting the results of a campaign: all of them, or the deliveries in one state.
 */
export const exportResultsSchema = z.object({
  id: idText,
  state: z.enum(deliveryStates).optional(),
});
