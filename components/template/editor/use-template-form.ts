"use client";

import { useCallback, useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { useSharedWriting } from "@/components/editor/content/shared-state";
import type { Version } from "@/components/editor/examined/version";
import { announceMerge } from "@/components/editor/announce-merge";
import type { DocumentStore } from "@/components/editor/document-store";
import { sharedOf } from "@/lib/compose/adopt";
import { withRenamed } from "@/lib/compose/sample-sets";
import { renamedIn, type TemplateDraftContent } from "@/lib/compose/template-draft";
import { blocksOfForm, templateForm } from "@/lib/compose/template-form";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import type { Own } from "./own-parameters";
import { contentOf, draftOf, type TemplateContent } from "./template-kind";

/**
 * Binds the fields of the template editor to its document: what is typed goes into the document, and what takes the place of its content into the fields.
 *
 * @param onOwn called with the parameters, languages and samples, which the form does not hold
 */
export function useTemplateForm(
  store: DocumentStore<TemplateContent>,
  template: Parameters<typeof templateForm>[0],
  own: Own,
  onOwn: (next: Own) => void,
) {
  const form = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { adopt, latest } = useSharedWriting();
  const latestOwn = useRef(own);
  const show = useCallback(
    ({ request, shared, own: next }: TemplateContent) => {
      form.reset(request as never, { keepTouched: true, keepDefaultValues: true });
      adopt(shared);
      latestOwn.current = next;
      onOwn(next);
    },
    [adopt, form, onOwn],
  );
  /** What the fields hold, with the parameters of its texts. */
  const read = useCallback(
    // The form changes its values in place.
    (written?: PushRequestInput): TemplateContent => {
      const request = written ?? structuredClone(form.getValues());
      const { parameters, languages, samples } = draftOf({ request, own: latestOwn.current });
      return { request, shared: latest(), own: { parameters, languages, samples } };
    },
    [form, latest],
  );
  useEffect(() => store.bind({ read: () => read(), show, announce: announceMerge }), [read, show, store]);
  /** Parameters come and go with the texts. */
  const onVersion = useCallback(
    ({ request }: Version) => {
      const content = read(request);
      store.do({ kind: "edit", content });
      if (JSON.stringify(content.own.parameters) === JSON.stringify(latestOwn.current.parameters)) return;
      latestOwn.current = content.own;
      onOwn(content.own);
    },
    [read, onOwn, store],
  );
  const replace = (content: TemplateContent) => store.do({ kind: "adopt", from: read(), content });
  /** One step of the history. */
  const change = (_: Version, { request, shared }: Version) => replace({ request, shared, own: latestOwn.current });
  const declare = (part: Partial<Own>) => {
    const next = { ...latestOwn.current, ...part };
    // What comes or goes as a whole is a step by itself; what is typed is one with the keys around it.
    if (ownParts.some((name) => next[name].length !== latestOwn.current[name].length)) return replace({ ...read(), own: next });
    latestOwn.current = next;
    const content = read();
    latestOwn.current = content.own;
    onOwn(content.own);
    return store.do({ kind: "edit", content });
  };
  /** What is typed as JSON is one step with the keys around it. */
  const adoptJson = (written: TemplateDraftContent) => {
    const content = contentOf(template, written);
    show(content);
    store.do({ kind: "edit", content });
  };
  /** Gives a parameter another name, in the texts, languages and samples too. */
  const rename = (from: string, to: string) => {
    const renamed = templateForm(template, renamedIn(blocksOfForm(form.getValues()), from, to));
    const next = {
      parameters: own.parameters.map((one) => (one.name === from ? { ...one, name: to } : one)),
      languages: renamedIn(own.languages, from, to),
      samples: own.samples.map(({ name, values }) => ({ name, values: withRenamed(values, from, to) })),
    };
    replace({ request: renamed, shared: sharedOf(renamed), own: next });
  };
  return { onVersion, change, declare, adoptJson, rename };
}

const ownParts = ["parameters", "languages", "samples"] as const;
