import type { z } from "zod";
import { settings } from "@/lib/config/settings";
import { limitsOf, type Description } from "@/lib/describe/description";
import { notifyAuths } from "@/lib/describe/notify-auths";
import { openApiDocument } from "@/lib/http/openapi";
import { updateCodes, replyCodes } from "@/lib/interface/codes";
import { ruleIds, rules } from "@/lib/interface/rules";
import { providers } from "@/lib/providers/credentials";

/**
 * Returns the documents that are generated from the code, as path → text. A test compares the files
 * with it.
 */
export function generated(read: (path: string) => string): Record<string, string> {
  return {
    "docs/configuration.md": withSettings(read("docs/configuration.md")),
    "docs/credentials.md": credentialsPage(),
    "docs/openapi.json": `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    "docs/rules.md": rulesPage(),
  };
}

function withSettings(page: string): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const value =
      fallback.success && fallback.data !== undefined
        ? `\`${fallback.data === true ? "1" : String(fallback.data)}\``
        : "";
    return `| \`${name}\` | ${value === "``" ? "" : value} | ${(schema as z.ZodType).description ?? ""} |`;
  });
  const table = ["| name | default | description |", "|---|---|---|", ...rows].join("\n");
  return page.replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
  );
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const keyForms = [
  "## Keys",
  "",
  "Clarion reads a key before saving it and stores it in one form: a private key as PKCS #8 in PEM, VAPID keys in base64url. You can enter a key",
  "",
  "- in PEM (PKCS #8, PKCS #1 or SEC 1), with line breaks or literal `\\n`, in quotes, on one line as below, indented, with a byte order mark or CRLF, and without",
  "  its first and last line;",
  "- as the whole JSON key file of a service account;",
  "- for Web Push, in base64url or base64, with or without padding, or as DER or PEM; the public key also as a compressed point.",
  "",
  "The browser opens a certificate for Apple’s push service (`.p12`) and asks for its password, which is neither sent nor stored. Clarion saves the certificate and its",
  "private key in PEM. It refuses certificates for other purposes, certificates that have expired or are not valid yet, certificates with a missing or different private key, and a bundle ID or",
  "environment that the certificate does not cover.",
  "",
  "Clarion also refuses, with the reason at the field: a key of the wrong kind (FCM uses RSA with at least 2,048 bits, Apple and Web Push use P-256), a key with a password, a public key or",
  "certificate in place of a private key, a truncated or damaged key, and two keys that are not a pair. The keys below are examples and give access to nothing.",
];

function credentialsPage(): string {
  const section = ([name, { label, help, fields }]: [string, Description]) => {
    const rows = Object.entries(fields).map(([member, field]) => {
      const { required, fallback, most } = limitsOf(field);
      const chosen = Object.entries(field.when ?? {}).map(
        ([choice, value]) => ` with \`${choice}\` \`${value}\``,
      );
      const needed = required
        ? `yes${chosen.join("")}`
        : fallback === undefined
          ? "no"
          : `no: \`${fallback}\``;
      const options = Object.entries(field.options ?? field.presets ?? {}).map(
        ([value, words]) => `\`${value}\`: ${words}`,
      );
      const longest = [
        ...options,
        ...(most === undefined ? [] : [`${most.toLocaleString("en")} characters`]),
      ].join("; ");
      return `| ${field.label} | \`${member}\` | ${needed} | ${field.secret ? "sealed" : ""} | ${longest} | ${cell(field.help)} | \`${cell(field.example)}\` |`;
    });
    const table = [
      "| field | member | required | secret | values, limit | description | example |",
      "|---|---|---|---|---|---|---|",
      ...rows,
    ];
    return [`### ${label} (\`${name}\`)`, "", help, "", ...(rows.length > 0 ? [...table, ""] : [])];
  };
  return [
    "# Credentials",
    "",
    "The credentials that Clarion needs to send through a provider and to authenticate at the receivers of delivery updates. Secret fields are sealed at rest and never shown again. This",
    "page is generated from the descriptions in `lib/providers` and `lib/describe`, which also define the checks.",
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
    "Clarion checks each request against these rules and reports all problems at once, in document order. `where` is an RFC 6901 pointer, in which `*` stands for an index or",
    "a name. This page is generated from the table in `lib/interface/rules.ts`.",
    "",
    "## Problems: the request is refused",
    "",
    ...table("error"),
    "",
    "## Warnings: the request is accepted",
    "",
    ...table("warning"),
    "",
    "## Codes of replies",
    "",
    "| code | description | HTTP status |",
    "|---|---|---|",
    ...Object.entries(replyCodes).map(
      ([code, { description, status }]) => `| ${code} | ${description} | ${status} |`,
    ),
    "",
    "## Codes of delivery updates",
    "",
    "| code | description |",
    "|---|---|",
    ...Object.entries(updateCodes).map(([code, description]) => `| ${code} | ${description} |`),
    "",
  ].join("\n");
}
