"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import {
  useMessageDocument,
  useRequest,
  useWriteRequest,
} from "@/components/editor/content-context";
import { useChosenTemplate, useTemplates } from "@/components/editor/content/templates";
import { useTouched } from "@/components/editor/notices/touched-fields";
import { useNotices } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { blockFrom, type SharedText } from "@/lib/compose/shared-text";
import type { PushRequestInput } from "@/lib/interface/request";
import { textIn } from "@/lib/interface/value-shape";
import { LanguageChoice } from "./language-choice";
import { ParameterValues } from "./parameter-values";
import { TemplateField } from "./template-field";

/** What a message said before a template took its place. */
interface ReplacedMessage {
  message: PushRequestInput["message"];
  channels: PushRequestInput["channels"];
  shared: SharedText;
}

const nothing: SharedText = { title: "", text: "", image: "" };

/**
 * Which template the content comes from, and the values it asks for (interface 2.3, contract 6).
 */
export function TemplateCard() {
  const document = useMessageDocument();
  const templates = useTemplates();
  const appid = useRequest("appid");
  const message = useRequest("message");
  const notices = useNotices("message.template");
  const { forget } = useTouched();
  const [replaced, setReplaced] = useState<ReplacedMessage>();
  const [isNoticeOpen, setNoticeOpen] = useState(false);
  const named = textIn(message?.template);
  const ours = templates.filter((one) => one.appid === appid);
  const chosen = useChosenTemplate();
  if (ours.length === 0 && named === "") return null;
  const put = ({ message, channels, shared }: ReplacedMessage) => {
    document.write([
      { path: "request.message", value: message },
      { path: "request.channels", value: channels },
      { path: "shared", value: shared },
    ]);
  };
  const choose = (templateId: string) => {
    // Parameters of a template that was just chosen are not reported as missing yet.
    forget("message.parameters.");
    const { request, shared: said } = document.get().content;
    const before = { message: request.message, channels: request.channels, shared: said };
    const isWritten =
      Object.values(before.shared).some((text) => text !== "") && before.channels !== undefined;
    if (templateId !== "none") {
      // Without this, the text written before would override the template.
      put({ message: { template: templateId }, channels: undefined, shared: nothing });
      setReplaced(isWritten ? before : replaced);
      setNoticeOpen(isWritten);
      return;
    }
    const { shared } = before;
    const push = {
      ...blockFrom("android", shared),
      ...blockFrom("ios", shared),
      ...blockFrom("web", shared),
    };
    put({ ...(replaced ?? { channels: { push }, shared }), message: undefined });
    setReplaced(undefined);
    setNoticeOpen(false);
  };
  const isReplaced = isNoticeOpen && replaced !== undefined;
  const asks = chosen !== undefined && chosen.languages.length + chosen.parameters.length > 0;
  return (
    // Until one is chosen it is a single row, on a phone without a frame: what is written comes
    // first.
    <Card
      aria-labelledby="template-title"
      className={cn(named === "" && "max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none")}
    >
      <div
        className={cn(
          "flex flex-wrap items-start gap-x-4 gap-y-2 sm:px-4 sm:py-2.5",
          named !== "" && "max-sm:p-2",
        )}
      >
        <h2
          id="template-title"
          className="pt-1.75 text-base font-semibold tracking-tight max-sm:sr-only"
        >
          Template
        </h2>
        <Field label="Template" labelHidden notices={notices} className="flex-1 basis-56">
          {(aria) => (
            <div data-path="message.template">
              <TemplateField
                aria={aria}
                templates={ours}
                chosen={chosen}
                named={named}
                appid={appid}
                onChoose={choose}
              />
            </div>
          )}
        </Field>
      </div>
      {(isReplaced || asks) && (
        <CardBody className="space-y-4 border-t border-line max-sm:p-3">
          {isReplaced && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
              <output>
                {replaced.channels?.push?.interactive
                  ? "Replaced your text and buttons."
                  : "Replaced your text."}
              </output>
              <Button
                icon={Undo2}
                size="sm"
                variant="ghost"
                aria-label="Undo replacing your text"
                onClick={() => {
                  put(replaced);
                  setReplaced(undefined);
                  setNoticeOpen(false);
                }}
              >
                Undo
              </Button>
            </p>
          )}
          {chosen && <LanguageChoice languages={chosen.languages} />}
          {chosen && <ParameterValues parameters={chosen.parameters} />}
        </CardBody>
      )}
    </Card>
  );
}

/**
 * With a template there is nothing to write; who wants to say a part in other words asks for the
 * fields.
 */
export function OverrideOffer() {
  const write = useWriteRequest();
  return (
    <Button
      size="sm"
      variant="ghost"
      className="-ml-2"
      onClick={() => write("channels", { push: {} })}
    >
      Override content …
    </Button>
  );
}
