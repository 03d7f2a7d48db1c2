"use client";

import { platformName } from "@/components/facts/platform-names";
import { AppFilter } from "@/components/listing/app-filter";
import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { Select } from "@/components/ui/select";
import { languageName } from "@/lib/compose/language-name";
import type { TemplateState } from "@/lib/directory/template/list";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { templateLooks } from "./template-looks";

interface TemplateFiltersProps {
  text: string | undefined;
  state: TemplateState | undefined;
  platform: Platform | undefined;
  tag: string | undefined;
  appid: string | undefined;
  tags: readonly string[];
  language: string | undefined;
  languages: readonly string[];
  apps: readonly { appid: string; name: string }[];
}

const all = "all";

/** Name, state, platform, tag, language and app. */
export function TemplateFilters({
  text,
  state,
  platform,
  tag,
  appid,
  tags,
  language,
  languages,
  apps,
}: TemplateFiltersProps) {
  const { pending, filter } = useFilters();
  const shownTags = tag === undefined || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <FilterBar pending={pending}>
      <FindField label="Find by name, ID or tag" text={text} onFind={(q) => filter({ q })} />
      <Select
        aria-label="State"
        size="sm"
        className="w-48"
        value={state ?? all}
        onValueChange={(next) => filter({ state: keep(next) })}
        options={[
          { value: all, label: "Active" },
          ...Object.entries(templateLooks).map(([value, { label }]) => ({ value, label })),
        ]}
      />
      <Select
        aria-label="Platform"
        size="sm"
        className="w-36"
        value={platform ?? all}
        onValueChange={(next) => filter({ platform: keep(next) })}
        options={[
          { value: all, label: "All platforms" },
          ...platforms.map((value) => ({ value, label: platformName(value) })),
        ]}
      />
      {shownTags.length > 0 && (
        <Select
          aria-label="Tag"
          size="sm"
          className="w-40"
          value={tag === undefined ? all : `tag ${tag}`}
          onValueChange={(next) => filter({ tag: keep(next)?.slice(4) })}
          options={[
            { value: all, label: "All tags" },
            ...shownTags.map((label) => ({ value: `tag ${label}`, label })),
          ]}
        />
      )}
      {(languages.length > 0 || language !== undefined) && (
        <Select
          aria-label="Language"
          size="sm"
          className="w-44"
          value={language ?? all}
          onValueChange={(next) => filter({ language: keep(next) })}
          options={[
            { value: all, label: "All languages" },
            ...[...new Set([...languages, ...(language === undefined ? [] : [language])])].map(
              (value) => ({
                value,
                label: languageName(value),
              }),
            ),
          ]}
        />
      )}
      <AppFilter apps={apps} appid={appid} onChoose={(next) => filter({ appid: next })} />
    </FilterBar>
  );
}

function keep(value: string): string | undefined {
  return value === all ? undefined : value;
}
