import { ListTable, RowLink, type Column } from "@/components/listing/list-table";
import { StatePill } from "@/components/ui/badge";
import { Code } from "@/components/ui/verbatim";
import type { AppRow } from "@/lib/directory/app/list";
import { paths } from "@/lib/inputs/paths";
import { providerKinds, providerNames } from "@/lib/interface/device-kinds";
import { AppMark } from "./app-mark";
import { HealthPill, worstHealth } from "./health";
import { ProviderIcon } from "./provider-look";

const columns: readonly Column<AppRow>[] = [
  {
    name: "App",
    fold: "title",
    width: "max-w-0 min-w-56 @2xl:w-1/2",
    cell: ({ id, appid, name, iconUrl }) => (
      <span className="flex min-w-0 items-center gap-3">
        <AppMark name={name} url={iconUrl ?? undefined} />
        <span className="min-w-0">
          <RowLink href={paths.app(id)}>{name}</RowLink>
          <Code className="block truncate text-xs text-ink-faint">{appid}</Code>
        </span>
      </span>
    ),
  },
  {
    name: "Sends to",
    fold: "line",
    className: "text-sm text-ink-muted",
    cell: ({ providers }) => <Providers providers={providers.map(({ provider }) => provider)} />,
  },
  {
    name: "Health",
    fold: "corner",
    cell: ({ providers, pushEnabled }) => {
      const health = worstHealth(providers);
      if (!pushEnabled) return <StatePill tone="amber">Pushes off</StatePill>;
      return health === undefined ? (
        <StatePill tone="neutral">No credential</StatePill>
      ) : (
        <HealthPill health={health} />
      );
    },
  },
];

/** Apps, one a row. */
export function AppTable({ rows }: { rows: readonly AppRow[] }) {
  return <ListTable label="Apps" rows={rows} idOf={({ id }) => id} columns={columns} />;
}

function Providers({
  providers,
}: {
  providers: readonly AppRow["providers"][number]["provider"][];
}) {
  const orderedProviders = providerKinds.filter((provider) => providers.includes(provider));
  if (orderedProviders.length === 0) return <span className="text-ink-faint">Nothing yet</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {orderedProviders.map((provider) => (
        <span key={provider} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <ProviderIcon provider={provider} />
          {providerNames[provider]}
        </span>
      ))}
    </span>
  );
}
