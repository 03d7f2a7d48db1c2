"use client";

import { useState } from "react";
import { examineTemplate } from "@/lib/authoring/examine-template";
import { parametersIn } from "@/lib/authoring/template-draft";
import { blocksOfForm, filledTemplate } from "@/lib/authoring/template-form";
import type { ComposerApp } from "@/lib/compose/composition";
import type { PushRequestInput } from "@/lib/interface/request";
import { valuesOf, type Look } from "./look-with";
import type { EditedTemplate } from "./template-kind";

interface LookOptions {
  apps: readonly ComposerApp[];
  templateId: string;
  own: EditedTemplate["own"];
  /** A user of the app with a device; undefined where there is none. */
  userid: string | undefined;
}

/** The values and the language that the previews of a template are drawn with. */
export function useTemplateLook({ apps, templateId, own, userid }: LookOptions) {
  const [look, setLook] = useState<Look>({ with: "samples", recipient: undefined });
  const [language, setLanguage] = useState("");
  const { languages, samples } = own;
  const parametersOf = (request: PushRequestInput) =>
    parametersIn({ blocks: blocksOfForm(request), languages }, own.parameters);
  /** Examines the template as it is drawn. `now`: milliseconds UTC. */
  const examine = (request: PushRequestInput, now: number) => {
    const parameters = parametersOf(request).flatMap(({ parameter, used }) =>
      used ? [parameter] : [],
    );
    const values = valuesOf(parameters, look, { sets: samples, language });
    const longest = look.with === "longest";
    return examineTemplate(request, {
      apps,
      templateId,
      parameters,
      languages,
      drawnIn: language,
      userid,
      values,
      longest,
      now,
    });
  };
  /** What a test of the draft sends: what is drawn. */
  const fill = (request: PushRequestInput): PushRequestInput => {
    const parameters = parametersOf(request).map(({ parameter }) => parameter);
    return filledTemplate(request, {
      parameters,
      languages,
      language,
      values: valuesOf(parameters, look, { sets: samples, language }),
    });
  };
  return { look, setLook, language, setLanguage, examine, fill };
}
