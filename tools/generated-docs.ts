import type { z } from "zod";
import { settings } from "@/lib/config/environment";
import { limitsOf, type Description } from "@/lib/describe/description";
import { notifyAuths } from "@/lib/describe/notify-auths";
import { providers } from "@/lib/describe/providers";
import { updateCodes, replyCodes } from "@/lib/interface/codes";
import { openApiDocument } from "@/lib/inputs/openapi";
import { ruleIds, rules } from "@/lib/interface/rules";

/** What of the documentation is made from the code: path → text. A test holds the files to it. */
export function generated(read: (path: string) => string): Record<string, string> {
  return {
    "README.md": withSettings(read("README.md")),
    "docs/credentials.md": credentialsPage(),
    "docs/openapi.json": `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    "docs/rules.md": rulesPage(),
  };
}

function withSettings(readme: string): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const value = fallback.success && fallback.data !== undefined ? `\`${fallback.data === true ? "1" : String(fallback.data)}\`` : "";
    return `| \`${name}\` | ${value === "``" ? "" : value} | ${(schema as z.ZodType).description ?? ""} |`;
  });
  const table = ["| name | default | what it is |", "|---|---|---|", ...rows].join("\n");
  return readme.replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
  );
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const keyForms = [
  "## Keys",
  "",
  "A key is read before it is saved, and kept in one form: a private key as PKCS #8 in PEM, VAPID keys in base64url. It may be given",
  "",
  "- in PEM (PKCS #8, PKCS #1 or SEC 1), with real line breaks or with `\\n` written out, in quotes, on one line as below, indented, with a byte order mark or CRLF, and without",
  "  its first and last line;",
  "- as the whole JSON file of a service account, where it holds the key;",
  "- for Web Push in base64url or base64, padded or not, as DER or PEM; the public key also as a compressed point.",
  "",
  "A certificate of Apple’s push service (`.p12`) is opened in the browser, which asks for its password; the password is neither sent nor stored. What is saved is the certificate and its",
  "private key in PEM. Refused are a certificate for anything else, one that has expired or is not valid yet, one without its private key or with another one, and a bundle ID or an",
  "environment that it is not for.",
  "",
  "Refused, with the reason at the field: a key of another kind (FCM signs with RSA of at least 2,048 bits, Apple and Web Push with P-256), one behind a password, a public key or a",
  "certificate in its place, one that is cut off or damaged, and two keys that are no pair. The keys below are examples and open nothing.",
];

function credentialsPage(): string {
  const section = ([name, { label, help, fields }]: [string, Description]) => {
    const rows = Object.entries(fields).map(([member, field]) => {
      const { required, fallback, most } = limitsOf(field);
      const chosen = Object.entries(field.when ?? {}).map(([choice, value]) => ` with \`${choice}\` \`${value}\``);
      const needed = required ? `yes${chosen.join("")}` : fallback === undefined ? "no" : `no: \`${fallback}\``;
      const options = Object.entries(field.options ?? field.presets ?? {}).map(([value, words]) => `\`${value}\`: ${words}`);
      const longest = [...options, ...(most === undefined ? [] : [`${most.toLocaleString("en")} characters`])].join("; ");
      return `| ${field.label} | \`${member}\` | ${needed} | ${field.secret ? "sealed" : ""} | ${longest} | ${cell(field.help)} | \`${cell(field.example)}\` |`;
    });
    const table = ["| field | member | required | secret | at most | what it is | example |", "|---|---|---|---|---|---|---|", ...rows];
    return [`### ${label} (\`${name}\`)`, "", help, "", ...(rows.length > 0 ? [...table, ""] : [])];
  };
  return [
    "# Credentials",
    "",
    "What Clarion has to know to send through a provider, and to authenticate where delivery updates go. Secret fields are sealed at rest and never shown again. This",
    "page is made from the descriptions in `lib/describe`, as are the checks.",
    "",
    ...keyForms,
    "",
    "## Providers",
    "",
    ...Object.entries<Description>(providers).flatMap(section),
    "## Authentication at notify URLs and webhooks",
    "",
    ...Object.entries<Description>(notifyAuths).flatMap(section),
  ]
    .join("\n")
    .replace(/\n*$/, "\n");
}

function rulesPage(): string {
  const row = (id: (typeof ruleIds)[number]) => {
    const { code, pointer, message, clause, explanation } = rules[id];
    return `| \`${id}\` | ${code} | \`${pointer === "" ? "(body)" : pointer}\` | ${cell(message)} | ${cell(explanation)} | ${clause} |`;
  };
  const table = (severity: "error" | "warning") => [
    "| rule | code | where | message | what to do | clause |",
    "|---|---|---|---|---|---|",
    ...ruleIds.filter((id) => rules[id].severity === severity).map(row),
  ];
  return [
    "# Rules",
    "",
    "Every rule that a request is judged by. All problems are told at once, in document order; `where` is an RFC 6901 pointer in which `*` stands for an index or",
    "a name. This page is made from the table in `lib/interface/rules.ts`.",
    "",
    "## Problems: the request is refused",
    "",
    ...table("error"),
    "",
    "## Warnings: accepted, but worth a look",
    "",
    ...table("warning"),
    "",
    "## Codes of replies",
    "",
    "| code | description | HTTP status |",
    "|---|---|---|",
    ...Object.entries(replyCodes).map(([code, { description, status }]) => `| ${code} | ${description} | ${status} |`),
    "",
    "## Codes of delivery updates",
    "",
    "| code | description |",
    "|---|---|",
    ...Object.entries(updateCodes).map(([code, description]) => `| ${code} | ${description} |`),
    "",
  ].join("\n");
}
