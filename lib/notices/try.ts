import { memberIdOf } from "@/lib/auth/member";
import { countTry } from "@/lib/auth/throttle";
import { database } from "@/lib/database/sql";
import { tryNoticeSchema } from "@/lib/inputs/notice";
import { paths } from "@/lib/inputs/paths";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { storeProblem } from "./notify";
import { recipientOf, notifyBy } from "./send";

/**
 * Sends the signed-in member a notice by one of their ways, at once. Throws `RefusedError` that
 * says why it did not get there.
 */
export const tryNotice = view({
  action: "notice.choose",
  input: tryNoticeSchema,
  service: noService,
  run: async ({ actor, sql }, { way }) => {
    const id = memberIdOf(actor) ?? rejectInput("Only a person has notices.");
    const counted = await countTry([
      { name: `notice-try:${id}`, free: 10, longestSeconds: 900, cleared: false },
    ]);
    if (!counted.ok) rejectInput(`Too many tests. Try again in ${counted.seconds} seconds.`);
    const to = (await recipientOf(sql, id)) ?? rejectInput("Save your notice settings first.");
    if (way === "webhook" && !to.webhookSealed) rejectInput("Save an address first.", "/webhook");
    const test = {
      title: "This is a test",
      body: "Your notices will arrive here.",
      service: "Clarion",
      href: paths.notices(),
      at: new Date().toISOString(),
    };
    const problem = await notifyBy(way, to, [test], 0);
    await database().transaction((tx) => storeProblem(tx, id, way, problem));
    if (problem !== undefined) rejectInput(problem, `/${way}`);
    return null;
  },
});
