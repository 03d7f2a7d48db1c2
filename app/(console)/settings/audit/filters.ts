import { auditGroupNames, auditPeriods } from "@/lib/inputs/audit";
import { single } from "@/lib/inputs/paths";
import type { Query } from "../../in-service";

/** Reads the filters of the audit log from its address. */
export function filtersOf(query: Query) {
  return {
    installation: single(query["of"]) === "installation",
    person: single(query["person"])?.slice(0, 200),
    group: auditGroupNames.find((one) => one === single(query["group"])),
    within: auditPeriods.find((one) => one === single(query["within"])) ?? "30d",
    object: single(query["object"])?.slice(0, 500),
    text: single(query["q"])?.slice(0, 200),
  };
}
