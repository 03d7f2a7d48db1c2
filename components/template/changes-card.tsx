import { KindIcon, kindName } from "@/components/device/kind-icon";
import { TitledCard } from "@/components/ui/card";
import { languageName } from "@/lib/compose/language-name";
import type { Rendered, RenderedChange } from "@/lib/compose/template-changes";
import { ChangedWords } from "./changed-words";
import { verbatim } from "@/components/ui/verbatim";

interface ChangesCardProps {
  changes: readonly RenderedChange[];
  /** What is compared. */
  description?: string;
  /** What the two sides are called. */
  names?: readonly [before: string, after: string];
}

/** What changes from one content of a template to another, device by device: what is shown now, and then. */
export function ChangesCard({
  changes,
  description = "Published version compared to the draft, with sample values",
  names: [now, then] = ["Published", "Draft"],
}: ChangesCardProps) {
  return (
    <TitledCard id="changes-title" title="What changes" description={description}>
      {changes.length === 0 ? (
        <p className="p-4 text-sm text-ink-muted">It looks the same on every device.</p>
      ) : (
        <ul className="divide-y divide-line">
          {changes.map(({ kind, language, before, after }) => (
            <li key={`${kind} ${language}`} className="px-4 py-3 text-sm">
              <p className="mb-1.5 flex items-center gap-1.5 font-medium">
                <KindIcon kind={kind} />
                {kindName(kind)}
                {language !== "" && ` in ${languageName(language)}`}
              </p>
              <dl className="grid gap-x-3 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
                <Side name={now} side={before} other={after} is="before" />
                <Side name={then} side={after} other={before} is="after" />
              </dl>
              {before && after && textOf(before) === textOf(after) && (
                <p className="mt-1 text-xs text-ink-muted">The texts are the same. Other fields change, such as the tap target.</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

interface SideProps {
  name: string;
  side: Rendered | undefined;
  other: Rendered | undefined;
  is: "before" | "after";
}

function Side({ name, side, other, is }: SideProps) {
  const [own, against] = [textOf(side), textOf(other)];
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd {...verbatim} className="foreign min-w-0 break-words">
        {side === undefined ? (
          <span className="text-ink-faint">Nothing is shown</span>
        ) : (
          <>
            <bdi>
              <ChangedWords before={is === "before" ? own : against} after={is === "before" ? against : own} side={is} />
            </bdi>{" "}
            <span className="text-xs text-ink-faint tabular-nums">{side.bytes.toLocaleString("en")} bytes</span>
          </>
        )}
      </dd>
    </>
  );
}

function textOf(side: Rendered | undefined): string {
  return side?.words.join(" · ") ?? "";
}
