"use client";

import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import type { JsonValue } from "@/lib/interface/effective";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { firstMessage } from "../panel/error-text";
import { kindOfRow, rowsOf, tagsOf, type TagRow } from "@/lib/compose/tags";

interface TagsFieldProps {
  path: string;
  label: string;
  /** Keys that have a field of their own. */
  without?: readonly string[];
}

const mostRows = 100;

/** Custom tags: a key and a value a row; a value that is JSON of an object or array is sent as one. */
export function TagsField({ path, label, without = [] }: TagsFieldProps) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field, fieldState } = useController({ control, name: path as "appid" });
  const held: unknown = field.value;
  const [rows, setRows] = useState<readonly TagRow[]>(() => rowsOf(held, without));
  const made = useRef(JSON.stringify(held));
  // What came from elsewhere, such as the JSON tab, replaces the rows; what was typed here does not come back changed.
  useEffect(() => {
    if (JSON.stringify(held) === made.current) return;
    made.current = JSON.stringify(held);
    setRows(rowsOf(held, without));
  }, [held, without]);
  const change = (next: readonly TagRow[]) => {
    setRows(next);
    const kept = Object.fromEntries(Object.entries((held ?? {}) as Record<string, JsonValue>).filter(([key]) => without.includes(key)));
    const tags = tagsOf(next, kept);
    made.current = JSON.stringify(tags);
    field.onChange(tags);
  };
  const error = firstMessage(fieldState.error);
  return (
    <fieldset data-path={path} tabIndex={-1} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="space-y-2">
        {rows.map((row, index) => (
          <TagLine
            // oxlint-disable-next-line react/no-array-index-key -- a row has no identity but its place, and never moves
            key={index}
            name={`${label}, ${index + 1}`}
            row={row}
            repeated={row.key !== "" && rows.some((other, at) => at > index && other.key === row.key)}
            onChange={(next) => change(rows.with(index, next))}
            onBlur={field.onBlur}
            onRemove={() => change(rows.toSpliced(index, 1))}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-xs text-red-fg">
          {error}
        </p>
      )}
      {rows.length < mostRows && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setRows([...rows, { key: "", value: "" }])}>
          <Plus aria-hidden />
          Add a tag
        </Button>
      )}
      <p className="text-xs text-ink-faint">Passed to the app as they are: text, or JSON of an object or array.</p>
    </fieldset>
  );
}

interface TagLineProps {
  name: string;
  row: TagRow;
  /** A later row has the same key and wins. */
  repeated: boolean;
  onChange: (row: TagRow) => void;
  onBlur: () => void;
  onRemove: () => void;
}

function TagLine({ name, row, repeated, onChange, onBlur, onRemove }: TagLineProps) {
  const kind = kindOfRow(row);
  return (
    <div className="flex items-start gap-2">
      <Input
        aria-label={`${name}: key`}
        className="w-2/5 font-mono text-sm"
        placeholder="key"
        value={row.key}
        aria-invalid={repeated || undefined}
        title={repeated ? "A later row has the same key and wins" : undefined}
        onChange={(event) => onChange({ ...row, key: event.target.value })}
        onBlur={onBlur}
      />
      <div className="relative min-w-0 flex-1">
        <Input
          aria-label={`${name}: value`}
          className={kind === "text" ? "" : "pr-20 font-mono text-sm"}
          dir="auto"
          placeholder="value"
          value={row.value}
          onChange={(event) => onChange({ key: row.key, value: event.target.value })}
          onBlur={onBlur}
        />
        {kind !== "text" && (
          <span className="absolute top-2 right-2">
            <Badge tone={kind === "unfinished" ? "amber" : "neutral"}>{kind === "unfinished" ? "sent as text" : kind}</Badge>
          </span>
        )}
      </div>
      <IconButton icon={Trash2} label={`Remove ${row.key === "" ? "the tag" : row.key}`} onClick={onRemove} />
    </div>
  );
}
