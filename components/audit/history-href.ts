import { paths } from "@/lib/inputs/paths";

/**
 * The audit log of one object, by its id, as far back as it goes: in the service at hand, or of the
 * installation.
 */
export function historyHref(object: string, installation = false): string {
  return paths.audit({
    object,
    within: "10y",
    of: installation ? "installation" : undefined,
  });
}
