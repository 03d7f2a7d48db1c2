"use client";

import "@/components/preview/screens.css";
import { DevicePreview } from "@/components/preview/device-preview";
import { defaultFace, surfaceOf, type Face } from "@/components/preview/face";
import { useScheme } from "@/components/ui/browser/use-scheme";
import { alike, type Rendering, type RenderedChange } from "@/lib/authoring/template-changes";
import { isRightToLeft, languageName } from "@/lib/compose/language-name";

/** Changes that are drawn: the others are read. */
const mostDrawn = 2;

/** The first changes as a device of each shows them, now and then. */
export function ChangedFaces({ changes }: { changes: readonly RenderedChange[] }) {
  const drawn = alike(changes).flatMap(({ places: [place], before, after }) =>
    place ? [{ ...place, before, after }] : [],
  );
  return (
    <ul aria-label="On its devices" className="divide-y divide-line">
      {drawn.slice(0, mostDrawn).map(({ kind, language, before, after }) => {
        const face = defaultFace(kind);
        return (
          <li key={`${kind} ${language}`} className="px-4 py-3">
            <p className="mb-2 text-xs font-medium text-ink-muted">
              {face.name}
              {language !== "" && ` in ${languageName(language)}`}
            </p>
            <div className="grid gap-3 sm:grid-cols-2">
              <Side name="Now" side={before} face={face} language={language} />
              <Side name="Then" side={after} face={face} language={language} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface SideProps {
  name: string;
  side: Rendering | undefined;
  face: Face;
  language: string;
}

function Side({ name, side, face, language }: SideProps) {
  const scheme = useScheme();
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs text-ink-faint">{name}</p>
      {side === undefined ? (
        <p className="text-sm text-ink-faint">Nothing is shown</p>
      ) : (
        <DevicePreview
          appearance={side.appearance}
          face={face}
          surface={surfaceOf(face, "collapsed")}
          settings={{ scheme, rightToLeft: isRightToLeft(language) }}
          tile
        />
      )}
    </div>
  );
}
