import { Prose } from "@/components/facts/prose";
import { Badge } from "@/components/ui/badge";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import { Code } from "@/components/ui/verbatim";
import type { FieldRow } from "./fields";

/** Every member of a body, in the order of the interface. */
export function FieldTable({ label, rows }: { label: string; rows: readonly FieldRow[] }) {
  return (
    <Table label={label}>
      <TableHead>
        <TableRow>
          <HeaderCell>Member</HeaderCell>
          <HeaderCell>Type</HeaderCell>
          <HeaderCell>Description</HeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ path, depth, type, required, deprecated, description, limits }) => (
          <TableRow key={path}>
            <Cell className="whitespace-nowrap">
              <span
                style={{ paddingInlineStart: `${depth * 0.85}rem` }}
                className="flex items-center gap-2"
              >
                <Code className="text-xs" title={path}>
                  {path.split(".").at(-1)}
                </Code>
                {required && <Badge>required</Badge>}
                {deprecated && <Badge>deprecated</Badge>}
              </span>
            </Cell>
            <Cell className="text-xs whitespace-nowrap text-ink-muted">{type}</Cell>
            <Cell className="min-w-64">
              <Prose text={description} />
              {limits !== "" && <span className="block text-xs text-ink-faint">{limits}</span>}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
