import { platformName } from "@/components/facts/platform-names";
import type { ListAddress } from "@/components/listing/list-address";
import { ListTable, RowLink, type Column } from "@/components/listing/list-table";
import { selecting } from "@/components/listing/selecting";
import { Selection } from "@/components/listing/selection";
import { Badge, StatePill } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { TemplateRow } from "@/lib/directory/template/list";
import { paths } from "@/lib/inputs/paths";
import { ExportSelected } from "./files/files-menu";
import { templateLooks } from "./template-looks";

const mostTagsShown = 3;

const columns: readonly Column<TemplateRow>[] = [
  {
    name: "Template",
    fold: "title",
    sort: "name",
    width: "max-w-0 min-w-56 @2xl:w-2/5",
    cell: (row) => (
      <>
        <RowLink href={paths.template(row.id)}>{row.name}</RowLink>
        <span className="mt-0.5 flex min-w-0 items-center gap-1.5">
          <Code className="truncate text-xs text-ink-faint">{row.templateId}</Code>
          <Tags names={row.tags} />
        </span>
      </>
    ),
  },
  {
    name: "State",
    fold: "corner",
    cell: ({ state }) => (
      <StatePill tone={templateLooks[state].tone}>{templateLooks[state].label}</StatePill>
    ),
  },
  {
    name: "Platforms",
    fold: "hidden",
    className: "text-sm text-ink-muted",
    cell: ({ platforms }) =>
      platforms.length === 0 ? "None" : platforms.map(platformName).join(", "),
  },
  {
    name: "Used in 30 days",
    fold: "end",
    sort: "-uses",
    align: "end",
    className: "tabular-nums",
    cell: ({ uses, lastUsedAt }) => (
      <>
        {uses.toLocaleString("en")}
        <span className="text-xs text-ink-faint @2xl:sr-only">
          {" "}
          {uses === 1 ? "message" : "messages"} in 30 days
        </span>
        {lastUsedAt !== null && (
          <span className="block text-xs text-ink-faint @max-2xl:hidden">
            <RelativeTime at={lastUsedAt} focusable={false} />
          </span>
        )}
      </>
    ),
  },
  {
    name: "Published",
    fold: "start",
    sort: "-published",
    className: "text-xs text-ink-muted",
    cell: ({ published, publishedAt, publishedBy }) =>
      published === null || publishedAt === null ? (
        <span className="text-ink-faint">Never</span>
      ) : (
        <>
          Version {published}, <RelativeTime at={publishedAt} focusable={false} />
          <Verbatim className="block truncate text-ink-faint">
            {publishedBy ?? "A program"}
          </Verbatim>
        </>
      ),
  },
];

const idOf = ({ id }: TemplateRow) => id;

/** Templates, one a row. */
export function TemplateTable({
  rows,
  address,
}: {
  rows: readonly TemplateRow[];
  address: ListAddress;
}) {
  return (
    <Selection rows={rows.map(({ id, name }) => ({ id, name }))}>
      <ListTable
        label="Templates"
        rows={rows}
        address={address}
        idOf={idOf}
        selecting={selecting(idOf, ({ name }) => name)}
        columns={columns}
      />
      <ExportSelected />
    </Selection>
  );
}

function Tags({ names }: { names: readonly string[] }) {
  const more = names.slice(mostTagsShown);
  return (
    <>
      {names.slice(0, mostTagsShown).map((name) => (
        <Badge key={name} className="max-w-32 min-w-8 shrink font-normal">
          <Verbatim className="truncate">{name}</Verbatim>
        </Badge>
      ))}
      {more.length > 0 && (
        <span className="shrink-0 text-xs text-ink-faint" title={more.join(", ")}>
          and {more.length} more
        </span>
      )}
    </>
  );
}
