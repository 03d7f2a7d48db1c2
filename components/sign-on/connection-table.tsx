"use client";

import Link from "next/link";
import { ListTable, type Column } from "@/components/listing/list-table";
import { Badge } from "@/components/ui/badge";
import { Code, Verbatim, verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { ConnectionRow } from "@/lib/sign-on/list";

const columns: readonly Column<ConnectionRow>[] = [
  {
    name: "Connection",
    fold: "title",
    width: "max-w-72 @max-2xl:max-w-none",
    cell: ({ id, name, issuer }) => (
      <>
        <Link
          href={paths.connection(id)}
          {...verbatim}
          className="foreign block truncate font-medium hover:underline"
        >
          {name}
        </Link>
        <Code className="block truncate text-xs text-ink-faint">{issuer}</Code>
      </>
    ),
  },
  {
    name: "Domains",
    fold: "line",
    width: "max-w-64 @max-2xl:max-w-none",
    cell: ({ domains }) => <Verbatim className="block truncate">{domains.join(", ")}</Verbatim>,
  },
  {
    name: "State",
    fold: "start",
    cell: ({ enforced, proven }) =>
      enforced ? (
        <Badge tone="accent">Enforced</Badge>
      ) : proven ? (
        <Badge>Optional</Badge>
      ) : (
        <Badge>Not tried yet</Badge>
      ),
  },
  {
    name: "Members",
    fold: "end",
    align: "end",
    cell: ({ members }) => members.toLocaleString("en"),
  },
];

/** The connections by which people sign in. */
export function ConnectionTable({ rows }: { rows: readonly ConnectionRow[] }) {
  return <ListTable label="Connections" rows={rows} columns={columns} idOf={({ id }) => id} />;
}
