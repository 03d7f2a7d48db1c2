"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import { useFindTemplates } from "@/components/editor/content/templates";
import { noAnswerTryAgain } from "@/lib/inputs/answer";
import { Code } from "@/components/ui/code";
import { Verbatim } from "@/components/ui/verbatim";

const pauseMs = 200;

/** Finds a template that is not among those to choose from: there are too many to list. Nothing where all of them are. */
export function FindTemplate({ appid, onPick }: { appid: string; onPick: (template: ComposerTemplate) => void }) {
  const finding = useFindTemplates();
  const [open, setOpen] = useState(false);
  if (!finding) return null;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Find a template"
      trigger={
        <Button icon={Search} size="sm" variant="ghost" className="-ml-2">
          Find another template …
        </Button>
      }
    >
      <Found
        appid={appid}
        find={finding.find}
        onPick={(template) => {
          finding.add(template);
          setOpen(false);
          onPick(template);
        }}
      />
    </Popover>
  );
}

interface FoundProps {
  appid: string;
  find: (text: string) => Promise<ComposerTemplate[]>;
  onPick: (template: ComposerTemplate) => void;
}

function Found({ appid, find, onPick }: FoundProps) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ text: string; templates: readonly ComposerTemplate[] | "failed" }>();
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === "") return undefined;
    let current = true;
    const put = (templates: readonly ComposerTemplate[] | "failed") => {
      if (current) setFound({ text: wanted, templates });
    };
    const timer = setTimeout(() => void find(wanted).then(put, () => put("failed")), pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [find, wanted]);
  const templates = found?.text === wanted ? found.templates : undefined;
  const ours = Array.isArray(templates) ? (templates as readonly ComposerTemplate[]).filter((one) => one.appid === appid) : [];
  return (
    <Command label="Templates" loop shouldFilter={false} className="flex min-h-0 flex-col">
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="Name, id or tag"
        className="h-10 w-full min-w-0 border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-ink-faint"
      />
      <Command.List className="max-h-64 min-h-0 overflow-y-auto p-1">
        {wanted !== "" && ours.length === 0 && (
          <p className="px-3 py-6 text-center text-sm text-ink-muted">
            {templates === undefined ? "Looking …" : templates === "failed" ? noAnswerTryAgain : "This app has no such template."}
          </p>
        )}
        {ours.map((template) => (
          <Command.Item
            key={template.templateId}
            value={template.templateId}
            onSelect={() => onPick(template)}
            className="cursor-pointer rounded-md px-2.5 py-1.5 text-sm select-none data-[selected=true]:bg-hover"
          >
            <Verbatim className="block truncate">{template.name}</Verbatim>
            <Code className="block truncate text-xs text-ink-faint">{template.templateId}</Code>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
