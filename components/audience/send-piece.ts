import { noAnswer, refusal, type Answer, type AnswerProblem } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";

/** Pauses before a piece is sent again, each of its tries once (milliseconds). */
const pauses = [500, 2_000, 5_000] as const;
/** Statuses that pass: the server starts or is busy, or a proxy does not reach it. */
const passing = new Set([408, 429, 502, 503, 504]);

/** A piece of a file on its way to a list. */
export interface SentPiece {
  /** Of the list. */
  id: string;
  /** Recipients that the list has before it. */
  from: number;
  body: string;
  /** Cancels it. */
  signal: AbortSignal;
}

/**
 * Adds a piece of a file to a list that is being filled, and returns how many recipients the list
 * has then. Tries again by itself, with pauses of eight seconds in all, when there is no answer or
 * one that passes: a piece that arrives twice changes nothing. Never throws.
 */
export async function sendPiece(piece: SentPiece): Promise<Answer<number>> {
  for (const ms of pauses) {
    const answer = await put(piece);
    if (answer) return answer;
    await pause(ms, piece.signal);
    if (piece.signal.aborted) return lost;
  }
  return (await put(piece)) ?? lost;
}

/** Text for a step of filling a list that got no answer. */
export const noAnswerText = `${noAnswer}. Recipients added so far are saved.`;
const lost = refusal(noAnswerText);

/** One try; undefined when another may succeed. */
async function put({ id, from, body, signal }: SentPiece): Promise<Answer<number> | undefined> {
  try {
    const response = await fetch(paths.audienceRecipients(id, { from }), {
      method: "PUT",
      headers: { "content-type": "application/jsonl" },
      body,
      signal,
    });
    if (passing.has(response.status)) return undefined;
    if (response.ok)
      return { ok: true, value: ((await response.json()) as { recipients: number }).recipients };
    const { error, problems = [] } = (await response.json().catch(() => ({}))) as {
      error?: string;
      problems?: readonly AnswerProblem[];
    };
    if (problems.length > 0) return { ok: false, problems };
    return refusal(
      error ?? `The server did not accept the recipients (status ${response.status}).`,
    );
  } catch {
    return undefined;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
