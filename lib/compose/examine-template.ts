import type { PushRequestInput } from "@/lib/interface/request";
import { mapStrings } from "@/lib/template/placeholder";
import { assemble, bodyOf } from "./assemble";
import type { ComposerApp } from "./composition";
import type { Reached } from "./examine-reach";
import { examinerOf } from "./examiner";
import { sizeRows, isOver, type SizeRow } from "./sizes";
import { declaredOf, widestValue, type DraftParameter } from "./template-draft";

/** What a template in the making is looked at with. */
export interface MakingOptions {
  apps: readonly ComposerApp[];
  templateId: string;
  parameters: readonly DraftParameter[];
  /** Of the parameters. */
  values: Readonly<Record<string, string>>;
  /** Milliseconds UTC. */
  now: number;
}

const somebody = [{ userid: ["somebody"] }];

/** Examines a template in the making as the endpoint would read a request that names it: the blocks of the form are the template's. */
export function examineTemplate(form: PushRequestInput, { apps, templateId, parameters, values, now }: MakingOptions): Reached {
  const { appid } = form;
  const request: PushRequestInput = {
    deliverychannel: "push",
    appid,
    destination: somebody,
    message: { template: templateId, parameters: { ...values } },
  };
  const blocks = assemble(form).channels?.push ?? {};
  const template = { appid, templateId, name: templateId, version: 1, blocks, parameters: parameters.map(declaredOf) };
  const examined = examinerOf(request, apps, [template], now)(bodyOf(request));
  return { ...examined, whole: examined.body, recipients: 0, users: true, requests: 1, candidates: [], drawnFor: undefined };
}

/** What a template takes at most, and which of its parameters makes it so large. */
export interface WorstCase {
  row: SizeRow;
  /** Bytes that its widest value alone adds. */
  by: { name: string; bytes: number; unlimited: boolean } | undefined;
}

/** What is too large once every parameter has the widest value that it takes; none where everything fits whatever is sent. */
export function worstCases(form: PushRequestInput, options: Omit<MakingOptions, "values">): WorstCase[] {
  const { parameters } = options;
  const widest = Object.fromEntries(parameters.map((one) => [one.name, widestValue(one)]));
  const over = sizeRows(examineTemplate(form, { ...options, values: widest })).filter(isOver);
  if (over.length === 0) return [];
  const costs = parameters.map((parameter) => {
    const { name } = parameter;
    const bytes = JSON.stringify(widest[name] ?? "").length * timesIn(form, name);
    return { name, bytes, unlimited: parameter.maxLength === undefined && parameter.type !== "choice" && parameter.type !== "date" };
  });
  const [by] = costs.toSorted((one, other) => other.bytes - one.bytes);
  return over.map((row) => ({ row, by }));
}

function timesIn({ channels }: PushRequestInput, name: string): number {
  let times = 0;
  mapStrings(channels?.push, (text) => {
    times += text.split(`\${${name}}`).length - 1;
    return text;
  });
  return times;
}
