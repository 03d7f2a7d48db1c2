import type { ComposerApp } from "@/lib/compose/composition";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import type { Appearance } from "@/lib/payload/appearance";
import type { TemplateContent } from "@/lib/template/content";
import { sampleValues } from "@/lib/template/parameters";
import { examineTemplate } from "./examine-template";
import { drawableOf } from "./template-draft";

/** What one kind of device shows of a template with its samples, and the bytes that it is sent. */
export interface Rendering {
  /**
   * Title, text, what stands on its buttons and the address of its image, as far as there is any.
   */
  words: readonly string[];
  bytes: number;
  /** What it is drawn by. */
  appearance: Appearance;
}

/**
 * What changes on one kind of device in one language ("" is the default text); undefined where it
 * shows nothing.
 */
export interface RenderedChange {
  kind: DeviceKind;
  language: string;
  before: Rendering | undefined;
  after: Rendering | undefined;
}

/** A change that reads the same in several places, the kinds of devices and languages. */
export interface ChangeGroup extends Pick<RenderedChange, "before" | "after"> {
  places: Pick<RenderedChange, "kind" | "language">[];
}

/**
 * Changes that read the same together, in the order of their first places, drawn as at the first of
 * them; of their bytes the most.
 */
export function alike(changes: readonly RenderedChange[]): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>();
  for (const { kind, language, before, after } of changes) {
    const key = JSON.stringify([before?.words, after?.words]);
    const group = groups.get(key);
    if (!group) groups.set(key, { places: [{ kind, language }], before, after });
    else {
      group.places.push({ kind, language });
      group.before = larger(group.before, before);
      group.after = larger(group.after, after);
    }
  }
  return [...groups.values()];
}

function larger(one: Rendering | undefined, other: Rendering | undefined): Rendering | undefined {
  return one && other ? { ...one, bytes: Math.max(one.bytes, other.bytes) } : one;
}

/**
 * What differs on which kind of device between two contents of a template, by language and in the
 * order of the kinds; nothing where all of them are sent the same bytes.
 */
export function renderedChanges(
  before: TemplateContent | undefined,
  after: TemplateContent,
  named: { templateId: string; app: ComposerApp },
): RenderedChange[] {
  const tags = new Set(
    [...(before?.languages ?? []), ...after.languages].map(({ language }) => language),
  );
  return ["", ...[...tags].toSorted()].flatMap((language) => {
    const [old, next] = [
      before ? rendered(before, named, language) : {},
      rendered(after, named, language),
    ];
    return deviceKinds.flatMap((kind) => {
      const [was, is] = [old[kind], next[kind]];
      return was?.body === is?.body
        ? []
        : [{ kind, language, before: was?.rendered, after: is?.rendered }];
    });
  });
}

function rendered(
  { blocks, parameters, languages }: TemplateContent,
  { templateId, app }: { templateId: string; app: ComposerApp },
  drawnIn: string,
): Partial<Record<DeviceKind, { rendered: Rendering; body: string }>> {
  const values = sampleValues(parameters.map(drawableOf));
  const request = {
    deliverychannel: "push",
    appid: app.appid,
    destination: [],
    channels: { push: blocks },
  };
  const { drawn } = examineTemplate(request, {
    apps: [app],
    templateId,
    parameters,
    languages,
    drawnIn,
    alone: true,
    values,
    now: 0,
  });
  return Object.fromEntries(
    deviceKinds.flatMap((kind) => {
      const one = drawn[kind];
      if (!one) return [];
      const { title = "", text, buttons, imageUrl = "" } = one.appearance;
      const words = [title, text, ...buttons.map(({ label }) => `[${label}]`), imageUrl].filter(
        (part) => part !== "",
      );
      return [
        [
          kind,
          {
            rendered: { words, bytes: one.request.bytes, appearance: one.appearance },
            body: one.request.body,
          },
        ] as const,
      ];
    }),
  );
}
