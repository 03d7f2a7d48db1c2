import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Member } from "@/lib/auth/member";
import { cancelCount, countRule } from "@/lib/directory/segment/count";
import { estimateRule, estimateSegment } from "@/lib/directory/segment/estimate";
import { funnelOfRule } from "@/lib/directory/segment/funnel";
import { samplesOfRule } from "@/lib/directory/segment/samples";
import { idSchema } from "@/lib/inputs/row";
import { ruleOfServiceSchema } from "@/lib/inputs/segment";
import { log } from "@/lib/log/log";
import { answers } from "./answers";
import { jsonBody } from "./bodies";
import { checkedBody, fromQuery, methods, resource, type Call, type Route } from "./resource";
import { rowReply, type Reply } from "./serialize";
import { mayIn, memberOf } from "./session";

/** Fifty conditions with a hundred of the longest values fit about half. */
const bodyLimits = { cap: 1_048_576, withinMs: 10_000 };

type Question = z.input<typeof ruleOfServiceSchema>;
type CountQuestion = Question & { token?: string };

const path = z.array(z.unknown()).readonly();
const user = { id: z.string(), userid: z.string() };
const estimate = z.object({ users: z.int(), total: z.int(), sampled: z.int() });
const funnel = z.object({
  total: z.int(),
  group: z.string(),
  steps: z.array(z.object({ path, users: z.int(), change: z.int() })),
  at: z.string(),
});
const samples = z.object({
  matching: z.array(z.object(user)),
  missing: z.array(z.object({ ...user, path, words: z.string(), isTrue: z.boolean() })),
});

/**
 * `GET /live/segments/estimate?id=…`: an estimate of a stored segment, for lists. `POST
 * /live/segments/{estimate,count,funnel,samples}`, the body being `{"serviceId", "rule"}`:
 * what pages show of a rule while it is edited. No server actions: the browser runs those one after
 * the other, so that a save would wait for a count. A client that goes away cancels its count. For
 * pages of the console alone.
 */
export const ruleMeasures: Readonly<Record<string, Route>> = {
  "/live/segments/estimate": methods({
    GET: resource({
      caller: ({ request }) => memberOf(request, mayIn("segment.read", undefined)),
      body: fromQuery(idSchema, "Name the segment by its id."),
      run: ({ caller: actor, body: { raw } }) => estimateSegment({ actor }, raw),
      answer: rowReply({ 200: estimate }),
      missing: "There is no such segment.",
    }),
    POST: measure(
      (member, question) => estimateRule({ actor: member }, question),
      rowReply({ 200: estimate }),
    ),
  }),
  "/live/segments/count": methods({
    POST: measure(whileCalled(countRule), rowReply(answers.countSegment)),
  }),
  "/live/segments/funnel": methods({
    POST: measure(whileCalled(funnelOfRule), rowReply({ 200: funnel })),
  }),
  "/live/segments/samples": methods({
    POST: measure(whileCalled(samplesOfRule), rowReply({ 200: samples })),
  }),
};

type Run<R> = (member: Member, question: Question, call: Call) => Promise<R>;

function measure<R>(run: Run<R>, answer: (row: R) => Reply): Route {
  return resource({
    caller: ({ request }) => memberOf(request, mayIn("segment.read", undefined)),
    body: checkedBody(jsonBody(bodyLimits), ruleOfServiceSchema, "This rule is not valid."),
    run: ({ caller, body: { raw }, call }) => run(caller, raw, call),
    answer,
    missing: "There is no such service.",
  });
}

/** Runs a count that ends when its caller goes away. */
function whileCalled<R>(
  view: (context: { actor: Member }, question: CountQuestion) => Promise<R>,
): Run<R> {
  return async (member, question, { response }) => {
    const token = randomUUID();
    const cancel = () => {
      cancelCount({ actor: member }, { serviceId: question.serviceId, token }).catch(
        (error: unknown) => log().warn({ err: error }, "a count was not cancelled"),
      );
    };
    response.once("close", cancel);
    try {
      return await view({ actor: member }, { ...question, token });
    } finally {
      response.off("close", cancel);
    }
  };
}
