import { Proof, type ProofReport, type RealCall } from "@/lib/authoring/prove-template";
import { firstIdAt } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { findApp } from "@/lib/directory/app/find";
import { idSchema } from "@/lib/inputs/row";
import { parseJson } from "@/lib/interface/exact-json";
import { appFacts } from "@/lib/payload/app-facts";
import { now } from "@/lib/runtime/clock";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { followersOf, type Follower } from "./followers";
import { readContent } from "./publish";
import { serviceOfTemplate } from "./row";
import { assertReadableDraft } from "./stored";
import { findVersion, unreadableVersion } from "./version";

/** What a draft makes of what was sent, and of campaigns that will use it by themselves. */
export interface TemplateProof extends ProofReport {
  followers: readonly Follower[];
}

/** Calls that are looked at, the latest; and how far back, in days. */
const most = { calls: 10_000, days: 30 };
/** The published version and the most recent ones; others are hardly called any more. */
const mostVersions = 50;
const pageCalls = 500;
/** Milliseconds between two reports, and at a time without letting others have their turn. */
const [reportMs, turnMs] = [150, 15];
const dayMs = 86_400_000;

/**
 * Runs the requests that a template received in the last 30 days through its published version and
 * its draft: at most 10,000 requests, the latest first, tests left out. Yields reports on demand,
 * the last one when all is done; returning early ends the run. Throws `RefusedError` where there is
 * nothing to compare, and for a draft that cannot be published.
 */
export const proveTemplate = view({
  action: "values.read",
  input: idSchema,
  service: serviceOfTemplate,
  run: async ({ sql }, { id }): Promise<AsyncGenerator<TemplateProof, void, undefined>> => {
    const row = await sql.prisma.template.findUnique({ where: { id }, include: { draft: true } });
    const app = row && (await findApp(row.appId));
    if (!row || !app) throw new NotFoundError("This template");
    const { templateId, published, draft } = row;
    if (published === null) rejectInput("Not published yet, so it has no uses.");
    if (!draft || draft.content === null)
      rejectInput("Nothing was changed since the last version.");
    const old = await findVersion(app.id, { templateId, version: published });
    if (!old)
      rejectInput(
        (await unreadableVersion(app.id, { templateId, version: published })) ??
          "It is archived. Restore it first.",
      );
    assertReadableDraft({ templateId, revision: draft.revision }, draft.content);
    const { blocks, parameters, languages } = readContent(draft.content);
    const next = { templateId, version: published + 1, blocks, parameters, languages };
    const proof = new Proof(old, next, { facts: appFacts(app), providers: app.providers });
    return reportsOf(proof, await callsOf(sql, id, published), await followersOf(id, next));
  },
});

/** The ids of the latest requests that named a template, the latest first. */
async function callsOf(sql: Sql, id: string, published: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT m.id FROM (SELECT id FROM template_version WHERE template_id = $1 ORDER BY version = $3 DESC, version DESC LIMIT ${mostVersions}) v
     CROSS JOIN LATERAL (SELECT id FROM message WHERE template_version_id = v.id AND id >= $2 AND source <> 'test' ORDER BY id DESC LIMIT ${most.calls}) m
     ORDER BY m.id DESC LIMIT ${most.calls}`,
    [id, firstIdAt(now() - most.days * dayMs), published],
  );
  return rows.map((one) => one.id);
}

async function* reportsOf(
  proof: Proof,
  ids: readonly string[],
  followers: readonly Follower[],
): AsyncGenerator<TemplateProof, void, undefined> {
  let [reportedAt, turnAt] = [performance.now(), performance.now()];
  for (let from = 0; from < ids.length; from += pageCalls) {
    const page = ids.slice(from, from + pageCalls);
    const [newest, oldest] = [page[0] ?? "", page.at(-1) ?? ""];
    const rows = await database().query<{ request: Uint8Array }>(
      "SELECT request FROM message WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 ORDER BY id DESC",
      [page, oldest, newest],
    );
    for (const { request } of rows) {
      proof.add(callIn(request));
      if (performance.now() - turnAt < turnMs) continue;
      await new Promise<void>((resolve) => setImmediate(resolve));
      turnAt = performance.now();
    }
    if (performance.now() - reportedAt < reportMs) continue;
    yield { ...proof.report(ids.length), followers };
    reportedAt = performance.now();
  }
  yield { ...proof.report(ids.length), followers };
}

/** What an accepted request said to its template: it was judged when it came. */
function callIn(request: Uint8Array): RealCall {
  const { message, channels } = parseJson(new TextDecoder().decode(request)) as {
    message?: RealCall;
    channels?: unknown;
  };
  return { parameters: message?.parameters, channels };
}
