import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { TitledCard } from "@/components/ui/card";
import { verbatim } from "@/components/ui/verbatim";
import {
  alike,
  type ChangeGroup,
  type Rendering,
  type RenderedChange,
} from "@/lib/authoring/template-changes";
import { languageName } from "@/lib/compose/language-name";
import { ChangedWords } from "./changed-words";

interface ChangeListProps {
  changes: readonly RenderedChange[];
  /** What the two sides are called. */
  names: readonly [before: string, after: string];
}

/**
 * What is shown now, and then, with the words marked that differ: once for all devices and
 * languages that read the same.
 */
export function ChangeList({ changes, names: [now, then] }: ChangeListProps) {
  if (changes.length === 0)
    return <p className="p-4 text-sm text-ink-muted">It looks the same on every device.</p>;
  return (
    <ul className="divide-y divide-line">
      {alike(changes).map(({ places, before, after }) => (
        <li
          key={places.map(({ kind, language }) => `${kind} ${language}`).join()}
          className="px-4 py-3 text-sm"
        >
          <p className="mb-1.5 flex flex-wrap items-center gap-1.5 font-medium">
            {[...new Set(places.map(({ kind }) => kind))].map((kind) => (
              <KindIcon key={kind} kind={kind} />
            ))}
            {placesText(places)}
          </p>
          <dl className="grid gap-x-3 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
            <Side name={now} side={before} other={after} is="before" />
            <Side name={then} side={after} other={before} is="after" />
          </dl>
          {before && after && renderedText(before) === renderedText(after) && (
            <p className="mt-1 text-xs text-ink-muted">
              The texts are the same. Other fields change, such as the tap target.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const list = new Intl.ListFormat("en");

/**
 * "Android, Huawei, and iOS, and in German": each language by itself where its devices are others.
 */
export function placesText(places: ChangeGroup["places"]): string {
  const languages = [...new Set(places.map(({ language }) => language))];
  const kindsIn = (language: string) =>
    list.format(
      places.filter((one) => one.language === language).map(({ kind }) => kindName(kind)),
    );
  const [first = "", ...others] = languages;
  const inOne = (language: string) =>
    language === "" ? kindsIn(language) : `${kindsIn(language)} in ${languageName(language)}`;
  if (others.some((language) => kindsIn(language) !== kindsIn(first)))
    return languages.map(inOne).join("; ");
  return others.length === 0
    ? inOne(first)
    : `${inOne(first)}, and in ${list.format(others.map(languageName))}`;
}

interface SideProps {
  name: string;
  side: Rendering | undefined;
  other: Rendering | undefined;
  is: "before" | "after";
}

function Side({ name, side, other, is }: SideProps) {
  const [own, against] = [renderedText(side), renderedText(other)];
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd {...verbatim} className="foreign min-w-0 break-words">
        {side === undefined ? (
          <span className="text-ink-faint">Nothing is shown</span>
        ) : (
          <>
            <bdi>
              <ChangedWords
                before={is === "before" ? own : against}
                after={is === "before" ? against : own}
                side={is}
              />
            </bdi>{" "}
            <span className="text-xs text-ink-faint tabular-nums">
              {side.bytes.toLocaleString("en")} bytes
            </span>
          </>
        )}
      </dd>
    </>
  );
}

function renderedText(side: Rendering | undefined): string {
  return side?.words.join(" · ") ?? "";
}

interface ChangesCardProps {
  changes: readonly RenderedChange[];
  /** What is compared. */
  description?: string;
  /** What the two sides are called. */
  names?: readonly [before: string, after: string];
}

/** What changes from one content of a template to another: what is shown now, and then. */
export function ChangesCard({
  changes,
  description = "Published version compared to the draft, with sample values",
  names = ["Published", "Draft"],
}: ChangesCardProps) {
  return (
    <TitledCard id="changes-title" title="What changes" description={description}>
      <ChangeList changes={changes} names={names} />
    </TitledCard>
  );
}
