"use client";

import { Command } from "cmdk";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { DrawnAudience } from "@/lib/compose/chosen-audience";
import { isParameterName, placeholderOf } from "@/lib/template/placeholder";

/**
 * The columns of the chosen list, or the attributes of users, to be written into a text: each
 * recipient gets the value of their own.
 */
export function ColumnList({
  list,
  onPick,
}: {
  list: DrawnAudience;
  onPick: (placeholder: string) => void;
}) {
  const [first] = list.head;
  return (
    <Command
      label={list.segment ? "Attributes" : "Columns of the list"}
      loop
      className="flex min-h-0 flex-col"
    >
      <Command.Input
        placeholder={list.segment ? "Find an attribute" : "Find a column"}
        className="h-10 w-full min-w-0 border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-ink-faint"
      />
      <Command.List className="max-h-64 min-h-0 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-muted">
          {list.segment ? "There is no such attribute." : "The list has no such column."}
        </Command.Empty>
        {list.parameters.filter(isParameterName).map((name) => (
          <Command.Item
            key={name}
            value={name}
            onSelect={() => onPick(placeholderOf(name))}
            className="flex cursor-pointer items-baseline justify-between gap-3 rounded-md px-2.5 py-1.5 text-sm select-none data-[selected=true]:bg-hover"
          >
            <Code className="shrink-0">{placeholderOf(name)}</Code>
            <Verbatim className="min-w-0 truncate text-xs text-ink-muted">
              {first?.parameters[name]}
            </Verbatim>
          </Command.Item>
        ))}
      </Command.List>
      <p className="border-t border-line px-3 py-2 text-xs text-ink-faint">
        Each recipient of <Verbatim>{list.name}</Verbatim> gets their own value.
      </p>
    </Command>
  );
}
