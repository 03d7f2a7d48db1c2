"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { toast } from "./toast";

interface CopyButtonProps {
  text: string;
  /** What is copied: "Copy" + this is its name, e.g. "transid". */
  what: string;
  /** With words on it rather than an icon alone. */
  children?: string;
  className?: string;
}

/** Copies a text. Shows a tick for two seconds and says so aloud. */
export function CopyButton({ text, what, children, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () => {
    void writeToClipboard(text).then((done) => {
      if (done) setCopied(true);
      else
        toast.error("The browser did not allow copying", {
          description: "Select the text and copy it by hand.",
        });
    });
  };
  const icon = copied ? Check : Copy;
  const Icon = icon;
  return (
    <>
      {children === undefined ? (
        <IconButton
          icon={icon}
          label={`Copy ${what}`}
          size="sm"
          onClick={copy}
          className={cn("size-6 [&_svg]:size-3.5", copied && "text-green-fg", className)}
        />
      ) : (
        <Button size="sm" onClick={copy} className={className}>
          <Icon aria-hidden className={copied ? "text-green-fg" : undefined} />
          {copied ? "Copied" : children}
        </Button>
      )}
      <output className="sr-only">{copied ? `Copied ${what}` : ""}</output>
    </>
  );
}

/**
 * Falls back to a selection, since the clipboard interface is missing on plain HTTP beyond
 * localhost.
 */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    area.className = "fixed opacity-0";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
