"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";
import type { TemplateEditorProps } from "./template-editor";

/** The editor, once its code is there: drawn by the server it would take keys and clicks that nothing hears yet. */
export const LiveEditor = dynamic<TemplateEditorProps>(async () => (await import("./template-editor")).TemplateEditor, {
  ssr: false,
  loading: EditorSkeleton,
});

function EditorSkeleton() {
  return (
    <div aria-busy aria-label="Loading the editor" className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_29rem]">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-[40rem] rounded-lg max-xl:hidden" />
    </div>
  );
}
