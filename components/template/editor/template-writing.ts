import type { DocumentStore } from "@/components/editor/document-store";
import type { Version } from "@/components/editor/examined/view";
import { withRenamed } from "@/lib/authoring/sample-sets";
import { renamedIn } from "@/lib/authoring/template-draft";
import { blocksOfForm, templateForm } from "@/lib/authoring/template-form";
import { sharedOf } from "@/lib/compose/adopt";
import type { TemplateContent } from "@/lib/template/content";
import { contentOf, type EditedTemplate } from "./template-kind";

const ownParts = ["parameters", "languages", "samples"] as const;

/** Ways to write a template beyond the fields of its message. */
export function templateWriting(
  store: DocumentStore<EditedTemplate>,
  template: Parameters<typeof templateForm>[0],
) {
  const replace = (content: EditedTemplate) => store.do({ kind: "adopt", content });
  return {
    /** One step of the history. */
    change: ({ request, shared }: Version) => replace({ ...store.get().content, request, shared }),
    /**
     * Writes parameters, languages or samples. What comes or goes as a whole is a step by itself;
     * what is typed is one with the keys around it.
     */
    declare: (part: Partial<EditedTemplate["own"]>) => {
      const { content } = store.get();
      const own = { ...content.own, ...part };
      if (ownParts.some((name) => own[name].length !== content.own[name].length))
        replace({ ...content, own });
      else store.write([{ path: "own", value: own }]);
    },
    /** What is typed as JSON is one step with the keys around it. */
    adoptJson: (draft: TemplateContent) =>
      store.write(
        Object.entries(contentOf(template, draft)).map(([path, value]) => ({
          path,
          value: value as unknown,
        })),
      ),
    /** Gives a parameter another name, in the texts, languages and samples too. */
    rename: (from: string, to: string) => {
      const { request, own } = store.get().content;
      const renamed = templateForm(template, renamedIn(blocksOfForm(request), from, to));
      const next = {
        parameters: own.parameters.map((one) => (one.name === from ? { ...one, name: to } : one)),
        languages: renamedIn(own.languages, from, to),
        samples: own.samples.map(({ name, values }) => ({
          name,
          values: withRenamed(values, from, to),
        })),
      };
      replace({ request: renamed, shared: sharedOf(renamed), own: next });
    },
  };
}
