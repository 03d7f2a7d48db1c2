"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useRequest } from "@/components/editor/content-context";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import { textIn } from "@/lib/interface/value-shape";
import type { TemplateParameter } from "@/lib/template/parameters";
import { isParameterName, placeholderOf } from "@/lib/template/placeholder";
import { useReach } from "../reach/reach-state";
import { ColumnList } from "./column-list";
import { useChosenTemplate, useTemplates } from "./templates";

interface ParameterPickerProps {
  /** Called with `${name}`. */
  onPick: (placeholder: string) => void;
  /** Asked to go where a template is chosen. */
  onTemplate: () => void;
}

/**
 * The parameters that can be written into a text. Only a message that names a template has any
 * (contract 6); for others it says so. Takes the focus.
 */
export function ParameterPicker(props: ParameterPickerProps) {
  const box = useRef<HTMLDivElement>(null);
  // The popover gave it to what was there before this code had come.
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  return (
    <div ref={box} className="flex min-h-0 flex-col">
      <Choice {...props} />
    </div>
  );
}

function Choice({ onPick, onTemplate }: ParameterPickerProps) {
  const templates = useTemplates();
  const appid = useRequest("appid");
  const message = useRequest("message");
  const template = useChosenTemplate();
  const named = textIn(message?.template);
  const { chosen } = useReach();
  if (named === "" && chosen?.kind === "open" && chosen.audience.parameters.length > 0)
    return <ColumnList list={chosen.audience} onPick={onPick} />;
  if (named === "")
    return (
      <NoTemplate
        choosable={templates.some((one) => one.appid === appid)}
        onTemplate={onTemplate}
      />
    );
  if (!template) return <NameIt template={named} onPick={onPick} />;
  return <ParameterList template={template} values={message?.parameters ?? {}} onPick={onPick} />;
}

function ParameterList({
  template,
  values,
  onPick,
}: {
  template: ComposerTemplate;
  values: Readonly<Record<string, string>>;
  onPick: ParameterPickerProps["onPick"];
}) {
  if (template.parameters.length === 0)
    return (
      <p className="p-4 text-sm text-ink-muted">
        <Verbatim>{template.name}</Verbatim> has no parameters to fill in.
      </p>
    );
  return (
    <Command label="Parameters" loop className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b border-line px-3">
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <Command.Input
          placeholder="Find a parameter"
          className="h-10 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List className="max-h-64 min-h-0 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-muted">
          The template has no such parameter.
        </Command.Empty>
        {template.parameters.map((parameter) => (
          <Command.Item
            key={parameter.name}
            value={parameter.name}
            keywords={[parameter.description]}
            onSelect={() => onPick(placeholderOf(parameter.name))}
            className="cursor-pointer rounded-md px-2.5 py-1.5 text-sm select-none data-[selected=true]:bg-hover"
          >
            <span className="flex items-baseline justify-between gap-3">
              <Code className="shrink-0">{placeholderOf(parameter.name)}</Code>
              <Verbatim className="min-w-0 truncate text-xs text-ink-muted">
                {valueText(parameter, values)}
              </Verbatim>
            </span>
            {parameter.description !== "" && (
              <Verbatim className="mt-0.5 block text-xs text-ink-faint">
                {parameter.description}
              </Verbatim>
            )}
          </Command.Item>
        ))}
      </Command.List>
      <p className="border-t border-line px-3 py-2 text-xs text-ink-faint">
        Filled in by <Verbatim>{template.name}</Verbatim>, the same for every recipient.
      </p>
    </Command>
  );
}

/** What stands in the place of a parameter as the message is now. */
function valueText(
  { name, required, default: otherwise, sample }: TemplateParameter,
  values: Readonly<Record<string, string>>,
): string {
  const value = Object.hasOwn(values, name) ? textIn(values[name]) : otherwise;
  if (value) return `“${value}”`;
  if (!required) return "left empty";
  return sample === "" ? "not filled in yet" : `such as “${sample}”`;
}

function NoTemplate({ choosable, onTemplate }: { choosable: boolean; onTemplate: () => void }) {
  return (
    <div className="space-y-2.5 p-4 text-sm text-ink-muted">
      <p className="font-medium text-ink">Parameters come with a template</p>
      <p>
        Or with the columns of a saved list. This message has neither: if you write{" "}
        <Code>{placeholderOf("name")}</Code>, enter a default for it under Values, which all
        recipients get.
      </p>
      {choosable ? (
        <Button size="sm" onClick={onTemplate}>
          Choose a template
        </Button>
      ) : (
        <p>This app has no published template yet.</p>
      )}
    </div>
  );
}

/** For a version whose parameters are not available here. */
function NameIt({
  template,
  onPick,
}: {
  template: string;
  onPick: ParameterPickerProps["onPick"];
}) {
  const [name, setName] = useState("");
  const usable = isParameterName(name);
  return (
    <form
      className="space-y-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (usable) onPick(placeholderOf(name));
      }}
    >
      <Field
        label="Name of the parameter"
        hint={
          <>
            The parameters of <Code>{template}</Code> are not available here: enter the name of one
            that it declares.
          </>
        }
        error={name !== "" && !usable ? "Letters, digits and _ only." : undefined}
      >
        {(aria) => (
          <Input
            {...aria}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" disabled={!usable}>
        Insert
      </Button>
    </form>
  );
}
