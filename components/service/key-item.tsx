import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { ServiceKeyRow } from "@/lib/directory/service/list-keys";
import { scopeWords } from "./key-options";
import { LastUsed } from "./last-used";

/** Shows a key: its purpose, when it was created and last used, and its actions. */
export function KeyItem({ row, buttons }: { row: ServiceKeyRow; buttons?: ReactNode }) {
  const { name, prefix, scopes, createdAt } = row;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Verbatim className="min-w-0 truncate font-medium">{name}</Verbatim>
          <Code className="text-sm text-ink-muted">{prefix}…</Code>
          <KeyEnd row={row} />
        </p>
        <p className="mt-0.5 text-sm text-ink-muted">
          {scopes.map((scope) => scopeWords[scope].label).join(", ")}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-faint">
          <span>
            Created <RelativeTime at={createdAt} />
          </span>
          <LastUsed row={row} />
        </p>
      </div>
      {buttons && <div className="flex shrink-0 gap-2">{buttons}</div>}
    </li>
  );
}

function KeyEnd({ row: { active, successor, expiresAt, revokedAt } }: { row: ServiceKeyRow }) {
  if (!active)
    return successor !== null ? (
      <Badge>Replaced by {successor}…</Badge>
    ) : (
      <Badge>
        {revokedAt === null ? "Expired" : "Revoked"}{" "}
        <RelativeTime at={revokedAt ?? expiresAt ?? ""} focusable={false} />
      </Badge>
    );
  if (expiresAt === null) return null;
  return (
    <Badge tone="amber">
      {successor === null ? "Expires" : `Replaced by ${successor}…, works until`}{" "}
      <RelativeTime at={expiresAt} focusable={false} />
    </Badge>
  );
}
