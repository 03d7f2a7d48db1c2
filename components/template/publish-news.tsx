"use client";

import { Later, later } from "@/components/ui/browser/later";
import type { RenderedChange } from "@/lib/authoring/template-changes";
import type { TranslationGap } from "@/lib/authoring/translations";
import { languageName } from "@/lib/compose/language-name";
import { ChangeList } from "./change-list";

/** With what draws devices, which is not needed before the question is asked. */
const faces = later(() => import("./changed-faces"));

interface PublishNewsProps {
  /** Undefined where nothing was published yet. */
  changes: readonly RenderedChange[] | undefined;
  gaps: readonly TranslationGap[];
}

/**
 * What publishing changes on devices, drawn and in marked words, and which languages are not whole.
 */
export function PublishNews({ changes, gaps }: PublishNewsProps) {
  return (
    <>
      {gaps.length > 0 && (
        <ul aria-label="Languages that are not whole" className="space-y-1 text-sm text-amber-fg">
          {gaps.map(({ language, translated, total }) => (
            <li key={language}>
              {languageName(language)}: {translated} of {total} texts translated. Its devices get
              the default text
              {translated > 0 ? " for the others" : ""}.
            </li>
          ))}
        </ul>
      )}
      {changes && (
        <section aria-labelledby="publish-changes" className="rounded-lg border border-line">
          <h3 id="publish-changes" className="border-b border-line px-4 py-2.5 text-sm font-medium">
            What changes
          </h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls
              must take focus, or the keyboard cannot reach its end */}
          <div className="max-h-96 overflow-y-auto" tabIndex={0}>
            {changes.length > 0 && (
              <div className="border-b border-line">
                <Later part={faces}>
                  {({ ChangedFaces }) => <ChangedFaces changes={changes} />}
                </Later>
              </div>
            )}
            <ChangeList changes={changes} names={["Now", "Then"]} />
          </div>
        </section>
      )}
    </>
  );
}
