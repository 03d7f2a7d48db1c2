"use client";

import { useId } from "react";
import { KindIcon } from "@/components/facts/kind-icon";
import { platformName } from "@/components/facts/platform-names";
import { ByteCount } from "@/components/form/byte-meter";
import { useNotices } from "@/components/form/use-field";
import { ChooseMedia } from "@/components/media/choose-media";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { noticeIds, Notices } from "@/components/ui/notice";
import type { ContentTab } from "@/lib/compose/place";
import type { SharedPart } from "@/lib/compose/shared-text";
import { sharedPath } from "@/lib/findings/field-findings";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { useMessageWriting, useSharedText } from "../content-context";
import { CutNote } from "../notices/cuts";
import { ImageHint } from "./image-hint";
import { MediaRemedies } from "./media-remedies";
import { useOfferedPlatforms, usePlatforms } from "./platform-states";
import { useTemplates, useTemplateText } from "./templates";
import { TextTools } from "./text-tools";

/** What is written once for every platform, and which platforms there are. */
export function SharedFields({ onOpen }: { onOpen: (tab: ContentTab) => void }) {
  return (
    <div className="space-y-3 sm:space-y-4">
      <PlatformChips onOpen={onOpen} />
      <SharedField part="title" label="Title" />
      <SharedField part="text" label="Text" />
      <SharedField part="image" label="Image URL" />
    </div>
  );
}

function SharedField({ part, label }: { part: SharedPart; label: string }) {
  const states = usePlatforms();
  const writing = useMessageWriting();
  const templates = useTemplates();
  const write = (next: string) => writing.shared(part, next, templates);
  const value = useSharedText()[part];
  const brought = useTemplateText("all", part);
  const own = platforms.filter((platform) => states[platform].own.includes(part));
  const following = platforms.filter((platform) => states[platform].on && !own.includes(platform));
  const path = sharedPath(part);
  const notices = useNotices(path);
  const hint =
    own.length > 0
      ? `${own.map(platformName).join(" and ")} ${own.length === 1 ? "uses" : "use"} different text.`
      : brought !== "" && value === ""
        ? fromTemplate
        : hints[part];
  return (
    <Field
      label={label}
      optional={part === "image"}
      notices={notices}
      hint={
        part === "image" && own.length === 0 ? (
          <ImageHint url={value} use="all" otherwise={hint ?? ""} />
        ) : (
          hint
        )
      }
      counter={part !== "image" && value !== "" && <ByteCount text={value} counted />}
      action={part === "image" && <ChooseMedia label={label} onChoose={write} />}
      below={
        part === "image" ? (
          <MediaRemedies url={value} place="picture" onMade={write} />
        ) : (
          <CutNote part={part} platforms={following} />
        )
      }
    >
      {(aria) => {
        const common = {
          ...aria,
          dir: "auto",
          value,
          "data-path": path,
          onChange: (event: { target: { value: string } }) => write(event.target.value),
        };
        if (part === "image")
          return (
            <Input
              {...common}
              type="text"
              inputMode="url"
              placeholder={brought || "https://…"}
              autoComplete="off"
            />
          );
        return (
          <TextTools label={label}>
            {part === "text" ? (
              <Textarea {...common} placeholder={brought || "What it says"} />
            ) : (
              <Input {...common} placeholder={brought || "The line in bold"} autoComplete="off" />
            )}
          </TextTools>
        );
      }}
    </Field>
  );
}

/** Below a field that says nothing of its own. */
const fromTemplate = "From the template. What you write here replaces it.";

const hints: Record<SharedPart, string | undefined> = {
  title: undefined,
  text: undefined,
  image: "Shown by Android and iOS; twice as wide as high looks best.",
};

/** The platforms as switches in a row; the name of one that is on leads to its own words. */
function PlatformChips({ onOpen }: { onOpen: (tab: ContentTab) => void }) {
  const id = useId();
  const notices = useNotices("channels");
  const offered = useOfferedPlatforms();
  return (
    <fieldset
      data-path="channels"
      tabIndex={-1}
      aria-describedby={noticeIds(id, notices).join(" ") || undefined}
    >
      <legend className="mb-1.5 text-sm font-medium max-sm:sr-only">Goes to</legend>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((platform) => (
          <PlatformChip key={platform} platform={platform} onOpen={onOpen} />
        ))}
      </div>
      <Notices id={id} notices={notices} />
    </fieldset>
  );
}

function PlatformChip({
  platform,
  onOpen,
}: {
  platform: Platform;
  onOpen: (tab: ContentTab) => void;
}) {
  const writing = useMessageWriting();
  const { on, own, brought } = usePlatforms()[platform];
  return (
    <span
      className={cn(
        "inline-flex h-8 items-center rounded-full border text-sm transition-colors",
        on ? "border-line-strong bg-surface" : "border-dashed border-line-strong text-ink-faint",
      )}
    >
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-disabled={brought}
        title={brought ? "Set by the template." : undefined}
        onClick={() => !brought && writing.turn(platform, !on)}
        className="inline-flex h-full items-center gap-1.5 rounded-full pr-2.5 pl-2.5"
      >
        <KindIcon kind={platform} />
        {platformName(platform)}
        <span
          aria-hidden
          className={cn(
            "ml-0.5 size-2 rounded-full",
            on ? "bg-green-solid" : "border border-ink-faint",
          )}
        />
      </button>
      {on && own.length > 0 && (
        <button
          type="button"
          onClick={() => onOpen(platform)}
          className="-ml-1 h-full rounded-full pr-2.5 pl-1 text-xs text-accent-deep hover:underline"
        >
          Customised
        </button>
      )}
    </span>
  );
}
