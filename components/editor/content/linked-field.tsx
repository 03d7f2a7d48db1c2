"use client";

import { RotateCcw } from "lucide-react";
import { platformName } from "@/components/facts/platform-names";
import { pathOf, type SharedPart } from "@/lib/compose/shared-text";
import type { Platform } from "@/lib/interface/device-kinds";
import { textIn } from "@/lib/interface/value-shape";
import { useRequestPart, useSharedText } from "../content-context";
import { CutNote } from "../notices/cuts";
import { RequestText } from "../request-text";
import { ImageHint } from "./image-hint";
import { RequestImage } from "./request-image";
import { useTemplateText } from "./templates";

const labels: Record<SharedPart, string> = { title: "title", text: "text", image: "image URL" };

/**
 * A part of one platform that follows what is written for all until it is given words of its own; a
 * dot says so, a button resets them.
 */
export function LinkedField({
  platform,
  part,
  hint,
}: {
  platform: Platform;
  part: SharedPart;
  hint?: string;
}) {
  const shared = useSharedText();
  const path = pathOf(platform, part) ?? `channels.push.${platform}.text`;
  const [value, write] = useRequestPart(path);
  const own = (typeof value === "string" ? value : "") !== shared[part];
  const brought = useTemplateText(platform, part);
  const isBrought = brought !== "" && textIn(value) === "";
  const label = `${platformName(platform)} ${labels[part]}`;
  const common = {
    path,
    label,
    hint:
      part === "image" ? (
        <ImageHint
          url={textIn(value)}
          use={platform === "ios" ? "ios" : "android"}
          otherwise={hint ?? ""}
        />
      ) : (
        hint
      ),
    optional: part !== "text" || brought !== "",
    ...(brought !== "" && { placeholder: brought }),
    action: own ? (
      <span className="inline-flex items-center gap-1.5 text-xs text-ink-faint">
        <span aria-hidden className="size-1.5 rounded-full bg-accent" />
        Customised
        <button
          type="button"
          aria-label={`Reset ${label} to All`}
          onClick={() => write(shared[part])}
          className="ml-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 font-medium text-ink-muted hover:bg-hover hover:text-ink"
        >
          <RotateCcw aria-hidden className="size-3" />
          Reset to All
        </button>
      </span>
    ) : (
      <span className="text-xs text-ink-faint">
        {isBrought ? "From the template" : "Same as All"}
      </span>
    ),
  };
  return part === "image" ? (
    <RequestImage {...common} place="picture" />
  ) : (
    <RequestText
      {...common}
      multiline={part === "text"}
      prose
      bytes
      counted
      below={<CutNote part={part} platforms={[platform]} />}
    />
  );
}
