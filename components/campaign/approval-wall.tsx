"use client";

import "@/components/preview/screens.css";
import { useState } from "react";
import { FaceTiles, Wall } from "@/components/editor/panel/wall";
import { wallGroups } from "@/components/editor/panel/wall-groups";
import { useScheme } from "@/components/ui/browser/use-scheme";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import type { Appearances } from "@/lib/compose/examiner";
import { isRightToLeft, languageName } from "@/lib/compose/language-name";

interface ApprovalWallProps {
  /** In each language in which devices would be sent it; at least one. */
  languages: readonly { language: string; appearances: Appearances }[];
  description: string;
}

/** A choice has no empty value. */
const defaultText = "default";

/** What waits for an approval, on every screen that shows it. */
export function ApprovalWall({ languages, description }: ApprovalWallProps) {
  const [spoken, setSpoken] = useState("");
  const scheme = useScheme();
  const own = languages.find(({ language }) => language === spoken) ?? languages[0];
  const appearances = own?.appearances ?? {};
  const groups = wallGroups((kind) => appearances[kind] !== undefined);
  const settings = { scheme, rightToLeft: isRightToLeft(own?.language ?? "") };
  return (
    <TitledCard
      id="picture-title"
      title="Preview"
      description={description}
      actions={
        languages.length > 1 && (
          <Select
            aria-label="Language"
            size="sm"
            className="w-44"
            value={own?.language || defaultText}
            onValueChange={(next) => setSpoken(next === defaultText ? "" : next)}
            options={languages.map(({ language }) => ({
              value: language || defaultText,
              label: languageName(language),
            }))}
          />
        )
      }
    >
      <CardBody>
        {groups.length === 0 ? (
          <p className="py-6 text-center text-ink-muted">No device shows anything of it.</p>
        ) : (
          <Wall
            groups={groups}
            tiles={(face) => {
              const appearance = appearances[face.kind];
              return (
                appearance && (
                  <FaceTiles
                    key={face.id}
                    face={face}
                    appearance={appearance}
                    settings={settings}
                  />
                )
              );
            }}
          />
        )}
      </CardBody>
    </TitledCard>
  );
}
