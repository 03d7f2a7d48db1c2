import { memberIdOf } from "@/lib/auth/member";
import { countTry } from "@/lib/auth/throttle";
import { database } from "@/lib/database/sql";
import { tryNoticeSchema } from "@/lib/inputs/notice";
import { refuse } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { recipientOf, tellBy } from "./send";
import { keepProblem } from "./tell";

/**
 * Sends the signed-in member a notice by one of their ways, at once. Throws `RefusedError` that
 * says why it did not get there.
 */
export const tryNotice = view(
  "notice.choose",
  tryNoticeSchema,
  noService,
  async ({ actor, sql }, { way }) => {
    const id = memberIdOf(actor) ?? refuse("Only a person has notices.");
    const counted = await countTry([
      { name: `notice-try:${id}`, free: 10, longestSeconds: 900, cleared: false },
    ]);
    if (!counted.ok) refuse(`Too many tests. Try again in ${counted.seconds} seconds.`);
    const to = (await recipientOf(sql, id)) ?? refuse("Save your notice settings first.");
    if (way === "webhook" && !to.webhookSealed) refuse("Save an address first.", "/webhook");
    const test = {
      title: "This is a test",
      body: "Your notices will arrive here.",
      service: "Clarion",
      href: "/notices",
      at: new Date().toISOString(),
    };
    const problem = await tellBy(way, to, [test], 0);
    await database().transaction((tx) => keepProblem(tx, id, way, problem));
    if (problem !== undefined) refuse(problem, `/${way}`);
    return null;
  },
);
