import { z } from "zod";
import { parseUrl } from "@/lib/interface/url";
import { roles } from "@/lib/policy/roles";
import { filled, idText, name, text } from "./text";

/** Domains of one connection. */
const mostDomains = 20;
/** Groups of one connection that give a role. */
export const mostGroups = 200;

const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  return (
    domain.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

const domains = z
  .array(text(300))
  .max(100, "takes at most 100 lines")
  .transform((lines) => [
    ...new Set(
      lines
        .map((line) => line.trim().toLowerCase().replace(/^@/, ""))
        .filter((line) => line !== ""),
    ),
  ])
  .superRefine((list, context) => {
    const addProblem = (message: string) => context.addIssue({ code: "custom", message });
    if (list.length === 0) addProblem("Write at least one domain, like example.com.");
    if (list.length > mostDomains) addProblem(`takes at most ${mostDomains} domains`);
    const wrong = list.find((domain) => !isDomain(domain));
    if (wrong !== undefined)
      addProblem(`“${wrong.slice(0, 60)}” is not a domain. Write each like example.com.`);
  });

/** An issuer as people paste it: the address of its discovery document means the issuer, too. */
const issuer = text(500)
  .trim()
  .transform((url) => url.replace(/\/?\.well-known\/openid-configuration$/, ""))
  .refine((url) => {
    const parsed = parseUrl(url);
    return (
      parsed !== undefined &&
      /^https?:$/.test(parsed.protocol) &&
      parsed.username === "" &&
      parsed.search === "" &&
      parsed.hash === ""
    );
  }, "Write the issuer’s URL, like https://id.example.com.");

/** What a group is in a service. */
const groupSchema = z.object({
  group: name(200),
  serviceId: idText.min(1, "Choose a service."),
  role: z.enum(roles),
  maySend: z.boolean(),
  mayApprove: z.boolean(),
});

/** How people sign in by an OpenID provider. Form and verb share this. */
export const connectionSchema = z.object({
  id: idText,
  name: name(60),
  issuer,
  clientId: name(300),
  /** Empty: the stored one stays. */
  clientSecret: text(1_000),
  domains,
  trustsEmails: z.boolean(),
  groupsClaim: name(200),
  groups: z.array(groupSchema).max(mostGroups, `takes at most ${mostGroups} groups`),
  enforced: z.boolean(),
  /** Who signs in by password all the same; empty: none. */
  breakGlassId: text(100),
});

/** What came of a test run. */
export const triedSchema = z.object({ id: idText, tryId: filled(100) });
