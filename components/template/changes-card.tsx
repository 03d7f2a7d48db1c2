import { KindIcon, kindName } from "@/components/device/kind-icon";
import { Card, CardHeader } from "@/components/ui/card";
import type { Rendered, RenderedChange } from "@/lib/compose/template-changes";

/** What publishing the draft changes, device by device: what is shown now, and then. */
export function ChangesCard({ changes }: { changes: readonly RenderedChange[] }) {
  return (
    <Card aria-labelledby="changes-title">
      <CardHeader id="changes-title" title="What changes" description="Between what is published and the draft, with sample values" />
      {changes.length === 0 ? (
        <p className="p-4 text-sm text-ink-muted">It looks the same on every device.</p>
      ) : (
        <ul className="divide-y divide-line">
          {changes.map(({ kind, before, after }) => (
            <li key={kind} className="px-4 py-3 text-sm">
              <p className="mb-1.5 flex items-center gap-1.5 font-medium">
                <KindIcon kind={kind} />
                {kindName(kind)}
              </p>
              <dl className="grid gap-x-3 gap-y-1 sm:grid-cols-[4rem_minmax(0,1fr)]">
                <Side name="Now" side={before} />
                <Side name="Then" side={after} />
              </dl>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Side({ name, side }: { name: string; side: Rendered | undefined }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="foreign min-w-0 break-words">
        {side === undefined ? (
          <span className="text-ink-faint">Nothing is shown</span>
        ) : (
          <>
            {side.words.join(" · ")} <span className="text-xs text-ink-faint tabular-nums">{side.bytes.toLocaleString("en")} bytes</span>
          </>
        )}
      </dd>
    </>
  );
}
