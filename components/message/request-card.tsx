"use client";

import { useState } from "react";
import { curlCommand, sendCall } from "@/components/facts/call";
import { tryTo } from "@/components/ui/browser/try-to";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { indentJson } from "@/lib/interface/exact-json";

interface RequestCardProps {
  request: string;
  bytes: number;
  origin: string;
  /** Where the bytes are from. */
  what?: string;
}

/** A request as it was received or ordered: shown readably, copied exactly. */
export function RequestCard({ request, bytes, origin, what = "as received" }: RequestCardProps) {
  const [open, setOpen] = useState(false);
  return (
    <Card aria-labelledby="request-title">
      <CardHeader
        id="request-title"
        title="Request"
        description={`${bytes.toLocaleString("en")} bytes, ${what}`}
        className={open ? "" : "border-b-0"}
        actions={
          <>
            <CopyButton text={request} what="request JSON">
              JSON
            </CopyButton>
            <CopyButton text={curlCommand(sendCall(origin, request))} what="request as cURL">
              cURL
            </CopyButton>
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={open}
              aria-controls="request-json"
              onClick={() => setOpen(!open)}
            >
              {open ? "Hide" : "Show"}
            </Button>
          </>
        }
      />
      <div id="request-json" hidden={!open}>
        {open && (
          <JsonView
            text={tryTo(() => indentJson(request)) ?? request}
            label="Request JSON"
            className="max-h-[32rem] rounded-b-lg"
          />
        )}
      </div>
    </Card>
  );
}
