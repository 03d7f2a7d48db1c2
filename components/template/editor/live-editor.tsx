"use client";

import { CloudOff } from "lucide-react";
import { useState } from "react";
import { focusHeading } from "@/components/ui/browser/focus-back";
import { Later, later } from "@/components/ui/browser/later";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { TemplateEditorProps } from "./template-editor-props";

const editor = later(() => import("./template-editor"));

/**
 * The editor, once its code is there: drawn by the server it would take keys and clicks that
 * nothing hears yet.
 */
export function LiveEditor(props: TemplateEditorProps) {
  const [tries, setTries] = useState(1);
  const tryAgain = () => {
    // The button goes away.
    focusHeading();
    setTries(tries + 1);
  };
  return (
    <Later
      key={tries}
      part={editor}
      waiting={<EditorSkeleton />}
      notLoaded={
        <div role="alert">
          <EmptyState
            picture={<CloudOff />}
            title="The editor could not be loaded"
            action={
              <Button variant="primary" onClick={tryAgain}>
                Try again
              </Button>
            }
          >
            Check the connection, then try again.
          </EmptyState>
        </div>
      }
    >
      {({ TemplateEditor }) => <TemplateEditor {...props} />}
    </Later>
  );
}

function EditorSkeleton() {
  return (
    <>
      {/* Outside of what is busy: a screen reader waits with what is said there. */}
      <output className="sr-only">Loading the editor</output>
      <div aria-busy className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_29rem]">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-[40rem] rounded-lg max-xl:hidden" />
      </div>
    </>
  );
}
