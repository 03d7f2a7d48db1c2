"use client";

import { useEffect, useState } from "react";
import { useFindTemplates } from "@/components/editor/content/templates";
import { Combobox } from "@/components/ui/combobox";
import type { FieldControl } from "@/components/ui/field";
import { Verbatim } from "@/components/ui/verbatim";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import { noAnswerTryAgain } from "@/lib/inputs/answer";

const pauseMs = 200;
const none = "none";

interface TemplateFieldProps {
  aria: FieldControl;
  /** Those of the app to choose from, in their order. */
  templates: readonly ComposerTemplate[];
  chosen: ComposerTemplate | undefined;
  /** What the request names, known here or not; "" for none. */
  named: string;
  appid: string;
  /** "none": no template. */
  onChoose: (templateId: string) => void;
}

/**
 * Which template it is: by a part of its name, its id or a tag. Those that are too many to be
 * listed are looked for.
 */
export function TemplateField({
  aria,
  templates,
  chosen,
  named,
  appid,
  onChoose,
}: TemplateFieldProps) {
  const finding = useFindTemplates();
  // Undefined while nothing is looked for.
  const [text, setText] = useState<string>();
  const wanted = text?.trim().toLowerCase() ?? "";
  const fitting = templates.filter(({ name, templateId }) =>
    `${name}\n${templateId}`.toLowerCase().includes(wanted),
  );
  const found = useFound(appid, wanted, finding?.find);
  const further = found.templates.filter((one) =>
    templates.every(({ templateId }) => templateId !== one.templateId),
  );
  const shown = [...fitting, ...further];
  const now = named === "" ? none : (chosen?.templateId ?? named);
  const choose = (templateId: string) => {
    setText(undefined);
    // What is chosen already was not chosen anew: its values and what is written over it stay.
    if (templateId === now) return;
    const one = further.find((other) => other.templateId === templateId);
    if (one) finding?.add(one);
    onChoose(templateId);
  };
  return (
    <Combobox
      {...aria}
      translate="no"
      value={text ?? chosen?.name ?? named}
      chosen={text === undefined ? now : undefined}
      placeholder="No template"
      autoComplete="off"
      spellCheck={false}
      opensByEnter
      onChange={setText}
      onChoose={choose}
      onBlur={() => setText(undefined)}
      listLabel="Templates"
      none={found.says ?? "This app has no such template."}
      options={[
        ...(wanted === "" ? [{ value: none, label: "No template" }] : []),
        ...shown.map(({ templateId, name, version }) => ({
          value: templateId,
          label: <Verbatim>{name}</Verbatim>,
          aside: (
            <>
              <Verbatim>{templateId}</Verbatim> · version {version}
            </>
          ),
        })),
      ]}
    />
  );
}

/** Templates of an app that a text finds beyond those at hand; `says`: why there are none yet. */
function useFound(
  appid: string,
  wanted: string,
  find: ((text: string) => Promise<ComposerTemplate[]>) | undefined,
) {
  const [found, setFound] = useState<{
    text: string;
    templates: readonly ComposerTemplate[] | "failed";
  }>();
  useEffect(() => {
    if (wanted === "" || !find) return undefined;
    let current = true;
    const put = (templates: readonly ComposerTemplate[] | "failed") => {
      if (current) setFound({ text: wanted, templates });
    };
    const timer = setTimeout(() => void find(wanted).then(put, () => put("failed")), pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
    // Another function finds the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  if (wanted === "" || !find) return { templates: [], says: undefined };
  if (found?.text !== wanted) return { templates: [], says: "Looking …" };
  if (found.templates === "failed") return { templates: [], says: noAnswerTryAgain };
  return { templates: found.templates.filter((one) => one.appid === appid), says: undefined };
}
