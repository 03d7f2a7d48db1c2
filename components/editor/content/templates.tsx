"use client";

import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";
import type { SharedPart } from "@/lib/compose/shared-text";
import { templateOf, type ComposerTemplate } from "@/lib/compose/template-of";
import { templateText } from "@/lib/compose/template-text";
import type { findTemplateChoices } from "@/lib/directory/template/choices";
import type { Platform } from "@/lib/interface/device-kinds";
import type { ActionOf } from "@/lib/verb/answer";
import { useContent } from "../content-context";

/** Finds templates of a service by a part of their names. */
export type FindTemplates = ActionOf<typeof findTemplateChoices>;

const TemplatesContext = createContext<readonly ComposerTemplate[]>([]);
const FindContext = createContext<
  | {
      find: (text: string) => Promise<ComposerTemplate[]>;
      add: (template: ComposerTemplate) => void;
    }
  | undefined
>(undefined);
/** For a fixed choice. */
export const TemplatesProvider = TemplatesContext.Provider;

/** The templates that may be chosen from, of all apps. */
export function useTemplates(): readonly ComposerTemplate[] {
  return use(TemplatesContext);
}

/** The template that the message names, where it can be chosen. */
export function useChosenTemplate(): ComposerTemplate | undefined {
  const templates = useTemplates();
  return useContent(({ request }) => templateOf(templates, request));
}

/**
 * What the template of the message says in a part where the message does not; "" without a
 * template.
 */
export function useTemplateText(platform: Platform | "all", part: SharedPart): string {
  const templates = useTemplates();
  return useContent(({ request }) => {
    const template = templateOf(templates, request);
    return template ? templateText(template, request.message?.parameters, platform, part) : "";
  });
}

/**
 * Returns how further templates are found and added to those to choose from; undefined where all
 * of them are loaded.
 */
export function useFindTemplates() {
  return use(FindContext);
}

interface GrowingTemplatesProps {
  templates: readonly ComposerTemplate[];
  serviceId: string;
  /** Undefined: there are no others. */
  find: FindTemplates | undefined;
  children: ReactNode;
}

/** Templates to choose from, and those that are found besides. */
export function GrowingTemplates({ templates, serviceId, find, children }: GrowingTemplatesProps) {
  const [further, setFurther] = useState<readonly ComposerTemplate[]>([]);
  const latestFurther = useRef(further);
  // Templates found before the list was reloaded may have changed since.
  useEffect(() => {
    if (!find || latestFurther.current.length === 0) return;
    const again = async () => {
      const answers = await Promise.all(
        latestFurther.current.map(({ templateId }) => find({ serviceId, text: templateId })),
      );
      const fresh = answers.flatMap((answer) => (answer.ok ? answer.value : []));
      setFurther((before) =>
        before.map(
          (one) =>
            fresh.find(
              ({ appid, templateId }) => appid === one.appid && templateId === one.templateId,
            ) ?? one,
        ),
      );
    };
    void again().catch(() => undefined);
  }, [find, serviceId, templates]);
  useEffect(() => {
    latestFurther.current = further;
  }, [further]);
  const add = (template: ComposerTemplate) => setFurther((before) => [...before, template]);
  const isThere = (one: ComposerTemplate) =>
    templates.some(({ appid, templateId }) => appid === one.appid && templateId === one.templateId);
  const all = [...templates, ...further.filter((one) => !isThere(one))];
  const named = async (text: string) => {
    const answer = await find?.({ serviceId, text });
    return answer?.ok ? answer.value : [];
  };
  return (
    <FindContext value={find && { find: named, add }}>
      <TemplatesContext value={all}>{children}</TemplatesContext>
    </FindContext>
  );
}
