import type { ListUse } from "@/lib/directory/audience/compare-staged";

/** Says which campaigns will go to the list as it is then; empty where there are none. */
export function listUseText({ scheduled, names, approved }: ListUse): string {
  if (scheduled === 0) return "";
  const listed = names.map((name) => `“${name}”`).join(", ");
  const more = scheduled > names.length ? " and others" : "";
  const waits =
    approved === 0
      ? ""
      : ` ${approved === 1 ? "1 was" : `${approved.toLocaleString("en")} were`} approved, and will need approval again.`;
  return scheduled === 1
    ? `1 scheduled campaign uses this list (${listed}) and goes to its recipients as they are then.${waits}`
    : `${scheduled.toLocaleString("en")} scheduled campaigns use this list (${listed}${more}) and go to its recipients as they are then.${waits}`;
}
