import { withQuery } from "@/components/shell/with-query";

/**
 * The audit log of one object, by its id, as far back as it goes: in the service at hand, or of the
 * installation.
 */
export function historyHref(object: string, installation = false): string {
  return withQuery("/settings/audit", {
    object,
    within: "10y",
    of: installation ? "installation" : undefined,
  });
}
