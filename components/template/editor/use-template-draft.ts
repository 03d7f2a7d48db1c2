"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { DocumentStore, type Ports } from "@/components/editor/document-store";
import { tabMemory, tabStore } from "@/components/editor/tab-memory";
import {
  signInAgain,
  useDocument,
  useDocumentLife,
  useFollowing,
} from "@/components/editor/use-document";
import { openDocument, type Document, type Kind } from "@/lib/editor/document";
import { statusOf } from "@/lib/editor/status";
import { sentenceOf } from "@/lib/inputs/answer";
import { textIn } from "@/lib/interface/value-shape";
import type { TemplateEditorProps } from "./template-editor-props";
import { readEdited, templateKind, type EditedTemplate } from "./template-kind";

interface TemplateDraftOptions extends Pick<
  TemplateEditorProps,
  "template" | "opened" | "memberId" | "save" | "find" | "autosaveMs"
> {
  serviceId: string;
}

/** Publishing waits no longer for a save (milliseconds). */
const settleMs = 20_000;

/** The draft that the editor of a template writes. */
export function useTemplateDraft({ serviceId, ...options }: TemplateDraftOptions) {
  const router = useRouter();
  const [store] = useState(() => openStore(options, () => router.refresh()));
  const [statusNow] = useState(
    () => (document: Document<EditedTemplate>) => statusOf(store.kind, document),
  );
  const status = useDocument(store, statusNow);
  const can = useDocument(store, canOf);
  useFollowing(store, serviceId);
  useDocumentLife(store);
  /** Saves what was written last. Returns the revision; undefined where it could not be saved. */
  const [settle] = useState(() => async (): Promise<number | undefined> => {
    const { document, isSaved } = await store.settle(settleMs);
    store.do({ kind: "unconfirm" });
    return isSaved ? document.revision : undefined;
  });
  return { store, status, can, settle };
}

/** @param onPublished called when another version was published meanwhile */
function openStore(options: Omit<TemplateDraftOptions, "serviceId">, onPublished: () => void) {
  const { template, opened, memberId, autosaveMs } = options;
  const kind = templateKind(template);
  const read = (text: string) => readEdited(template, text);
  const memory = tabMemory(
    tabStore(),
    (id) => `clarion.template.3.${memberId}.${id}`,
    template.id,
    {
      pack: kind.write,
      unpack: (value) => (typeof value === "string" ? read(value) : undefined),
    },
  );
  const stored = { id: template.id, revision: opened.revision, text: opened.content };
  const document = openDocument(kind, stored, read(opened.content), memory.read());
  const ports = { memory, signIn: signInAgain, ...serverOf(options, kind, read, onPublished) };
  return new DocumentStore(kind, document, ports, autosaveMs);
}

function serverOf(
  {
    template: { id, published },
    save,
    find,
  }: Pick<TemplateDraftOptions, "template" | "save" | "find">,
  { write }: Kind<EditedTemplate>,
  read: (text: string) => EditedTemplate,
  onPublished: () => void,
): Pick<Ports<EditedTemplate>, "save" | "find"> {
  return {
    save: async ({ revision, content }) => {
      const answer = await save({ id, revision, content: write(content) });
      if (answer.ok) return { kind: "saved", id, revision: answer.value.revision };
      if (answer.signedOut) return { kind: "signed out" };
      if (!answer.conflict) return { kind: "refused", message: sentenceOf(answer) };
      const { theirs, ...of } = answer.conflict;
      const text = theirs["content"];
      return {
        kind: "conflict",
        theirs: {
          ...of,
          text: textIn(text),
          content: typeof text === "string" ? read(text) : undefined,
        },
      };
    },
    find: async ({ revision }) => {
      const answer = await find({ id });
      if (!answer.ok) return undefined;
      const { content: theirs, by, ...now } = answer.value;
      if (now.published !== published) onPublished();
      return now.revision <= revision
        ? undefined
        : { revision: now.revision, by, text: theirs, content: read(theirs) };
    },
  };
}

export type TemplateDraftState = ReturnType<typeof useTemplateDraft>;

const canOf = (document: Document<EditedTemplate>) => document.can;
