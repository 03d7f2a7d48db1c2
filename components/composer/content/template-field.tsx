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
  /** The template id in the request, which may not exist here; "" for none. */
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
  const searchText = text?.trim().toLowerCase() ?? "";
  const fitting = templates.filter(({ name, templateId }) =>
    `${name}\n${templateId}`.toLowerCase().includes(searchText),
  );
  const searchResult = useFound(appid, searchText, finding?.find);
  const further = searchResult.templates.filter((one) =>
    templates.every(({ templateId }) => templateId !== one.templateId),
  );
  const choices = [...fitting, ...further];
  const now = named === "" ? none : (chosen?.templateId ?? named);
  const choose = (templateId: string) => {
    setText(undefined);
    // Choosing the same template again leaves its values and overrides unchanged.
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
      none={searchResult.says ?? "This app has no such template."}
      options={[
        ...(searchText === "" ? [{ value: none, label: "No template" }] : []),
        ...choices.map(({ templateId, name, version }) => ({
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
  searchText: string,
  find: ((text: string) => Promise<ComposerTemplate[]>) | undefined,
) {
  const [latest, setLatest] = useState<{
    text: string;
    templates: readonly ComposerTemplate[] | "failed";
  }>();
  useEffect(() => {
    if (searchText === "" || !find) return undefined;
    let current = true;
    const put = (templates: readonly ComposerTemplate[] | "failed") => {
      if (current) setLatest({ text: searchText, templates });
    };
    const timer = setTimeout(() => void find(searchText).then(put, () => put("failed")), pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
    // Another function finds the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [searchText]);
  if (searchText === "" || !find) return { templates: [], says: undefined };
  if (latest?.text !== searchText) return { templates: [], says: "Looking …" };
  if (latest.templates === "failed") return { templates: [], says: noAnswerTryAgain };
  return { templates: latest.templates.filter((one) => one.appid === appid), says: undefined };
}
