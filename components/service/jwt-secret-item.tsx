import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { JwtSecretRow } from "@/lib/directory/service/list-jwt-secrets";
import { LastUsed } from "./last-used";

/**
 * Shows which of the two JWT secrets this is, when it was created and last used, and a button to
 * remove it, which members with read access alone do not get.
 */
export function JwtSecretItem({
  row,
  onRemove,
}: {
  row: JwtSecretRow;
  onRemove: (() => void) | undefined;
}) {
  const { createdAt, createdBy, expiresAt, replaced, active } = row;
  const name = replaced ? "The secret before" : "The secret in use";
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Verbatim>{name}</Verbatim>
          {expiresAt !== null && (
            <Badge tone={active ? "amber" : "neutral"}>
              {active ? (replaced ? "Works until" : "Expires") : "Expired"}{" "}
              <RelativeTime at={expiresAt} focusable={false} />
            </Badge>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-faint">
          <span className="min-w-0 break-words">
            Created <RelativeTime at={createdAt} />
            {createdBy !== null && (
              <>
                {" by "}
                <Verbatim>{createdBy}</Verbatim>
              </>
            )}
          </span>
          <LastUsed row={row} />
        </p>
      </div>
      {onRemove && (
        <Button
          size="sm"
          aria-label={`Remove ${replaced ? "the JWT secret before" : "the JWT secret in use"}`}
          onClick={onRemove}
        >
          Remove …
        </Button>
      )}
    </li>
  );
}
