"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/field";
import { Popover } from "@/components/ui/overlay/popover";
import { Code } from "@/components/ui/verbatim";
import { commonLanguages, languageName } from "@/lib/compose/language-name";
import { deviceLanguage } from "@/lib/interface/device-language";
import { mostLanguages } from "@/lib/template/languages";

/** Chooses one more language: a common one by its name, or any by its tag. */
export function AddLanguage({
  existingTags,
  onAdd,
}: {
  existingTags: readonly string[];
  onAdd: (tag: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const full = existingTags.length >= mostLanguages;
  const searchText = typed.trim();
  const tag = searchText === "" ? undefined : deviceLanguage(searchText);
  const matches = commonLanguages.filter(
    (one) =>
      !existingTags.includes(one) &&
      (searchText === "" ||
        languageName(one).toLowerCase().includes(searchText.toLowerCase()) ||
        one === tag),
  );
  const own =
    tag !== undefined &&
    !matches.includes(tag) &&
    !existingTags.includes(tag) &&
    languageName(tag) !== tag
      ? tag
      : undefined;
  const offered = own === undefined ? matches : [own, ...matches];
  const add = (one: string | undefined) => {
    if (one === undefined) return;
    onAdd(one);
    setTyped("");
    setOpen(false);
  };
  const error =
    searchText !== "" && offered.length === 0
      ? tag !== undefined && existingTags.includes(tag)
        ? "It is there already."
        : "Language not found. Try its code, such as pt-BR."
      : undefined;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Add a language"
      className="w-72"
      trigger={
        <Button icon={Plus} size="sm" disabled={full}>
          Add language
        </Button>
      }
    >
      <form
        className="space-y-2 p-2"
        onSubmit={(event) => {
          event.preventDefault();
          add(offered[0]);
        }}
      >
        <LabelledInput
          label="Language"
          hint="A name, or a code such as pt-BR."
          error={error}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ul className="max-h-56 overflow-y-auto">
          {offered.map((one) => (
            <li key={one}>
              <button
                type="button"
                className="flex min-h-8 w-full items-center justify-between gap-2 rounded-md px-2 text-left text-sm hover:bg-hover"
                onClick={() => add(one)}
              >
                {languageName(one)}
                <Code className="text-xs text-ink-faint">{one}</Code>
              </button>
            </li>
          ))}
        </ul>
      </form>
    </Popover>
  );
}
