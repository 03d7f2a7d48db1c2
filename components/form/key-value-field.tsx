"use client";

import { Plus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState, type ClipboardEvent, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Notices } from "@/components/ui/notice";
import { pairsOf, type Pair } from "./pairs";
import { useField, type PathOf } from "./use-field";

/**
 * Converts the value at a path to pairs, and back. Additional members of a pair stay with it until
 * another value is typed.
 */
export interface PairSpelling {
  toPairs: (value: unknown) => readonly Pair[];
  /** @param before the value of the form before the change */
  toValue: (pairs: readonly Pair[], before: unknown) => unknown;
}

interface KeyValueFieldProps<V extends FieldValues> {
  path: PathOf<V>;
  label: string;
  hint: string;
  /** Stays the same from one drawing to the next. */
  spelling: PairSpelling;
  /** One of them, for the button that adds one: "tag". */
  noun: string;
  /** Returns a note on how the value of a pair is read, where it is not read as plain text. */
  noteOf?: (pair: Pair) => ReactNode;
  /** What is doubtful of a value, in a sentence below it. */
  faultOf?: (pair: Pair) => string | undefined;
}

const mostRows = 100;

/**
 * Keys and values, a pair a row. A pasted list becomes rows: JSON, lines of `key=value`, or two
 * columns of a sheet.
 */
export function KeyValueField<V extends FieldValues>({
  path,
  label,
  hint,
  spelling,
  noun,
  noteOf,
  faultOf,
}: KeyValueFieldProps<V>) {
  const { fieldValue, change, leave, error, notices } = useField<V>(path);
  const id = useId();
  const allNotices =
    error === undefined ? notices : [{ tone: "error" as const, text: error }, ...notices];
  const [rows, setRows] = useState<readonly Pair[]>(() => spelling.toPairs(fieldValue));
  /** The row that was added last: it takes the focus when it appears. */
  const [added, setAdded] = useState<number>();
  const lastValueText = useRef(JSON.stringify(fieldValue));
  // What came from elsewhere replaces the rows; what was typed here does not come back changed.
  useEffect(() => {
    if (JSON.stringify(fieldValue) === lastValueText.current) return;
    lastValueText.current = JSON.stringify(fieldValue);
    setRows(spelling.toPairs(fieldValue));
  }, [fieldValue, spelling]);
  const put = (next: readonly Pair[]) => {
    setRows(next);
    const nextValue = spelling.toValue(next, fieldValue);
    lastValueText.current = JSON.stringify(nextValue);
    change(nextValue);
  };
  const paste = (event: ClipboardEvent, at: number) => {
    const pasted = pairsOf(event.clipboardData.getData("text"), spelling.toPairs);
    if (!pasted) return;
    event.preventDefault();
    // An empty row gives its place up.
    put(
      [...rows.slice(0, at), ...pasted, ...rows.slice(isEmpty(rows[at]) ? at + 1 : at)].slice(
        0,
        mostRows,
      ),
    );
  };
  const add = () => {
    setRows([...rows, { key: "", value: "" }]);
    setAdded(rows.length);
  };
  return (
    <fieldset
      data-path={path}
      tabIndex={-1}
      aria-describedby={`${id}-below`}
      className="@container min-w-0"
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="space-y-2">
        {rows.map((row, index) => (
          <PairLine
            // oxlint-disable-next-line react/no-array-index-key -- a row has no identity but its place, and never moves
            key={index}
            name={`${label}, ${index + 1}`}
            noun={noun}
            row={row}
            note={noteOf?.(row)}
            fault={faultOf?.(row)}
            repeated={
              row.key !== "" && rows.some((other, at) => at > index && other.key === row.key)
            }
            onChange={(next) => put(rows.with(index, next))}
            onBlur={leave}
            onPaste={(event) => paste(event, index)}
            focused={index === added}
            onRemove={() => put(rows.toSpliced(index, 1))}
          />
        ))}
      </div>
      {rows.length < mostRows && (
        <Button icon={Plus} size="sm" variant="ghost" className="mt-1 -ml-2" onClick={add}>
          Add a {noun}
        </Button>
      )}
      <div id={`${id}-below`} className="text-xs">
        {allNotices.length === 0 ? (
          <p className="text-ink-faint">{hint}</p>
        ) : (
          <Notices id={id} notices={allNotices} />
        )}
      </div>
    </fieldset>
  );
}

interface PairLineProps {
  name: string;
  noun: string;
  row: Pair;
  note: ReactNode;
  fault: string | undefined;
  /** A later row has the same key and wins. */
  repeated: boolean;
  /** Takes the focus when it is drawn first. */
  focused: boolean;
  onChange: (row: Pair) => void;
  onBlur: () => void;
  onPaste: (event: ClipboardEvent) => void;
  onRemove: () => void;
}

function PairLine({
  name,
  noun,
  row,
  note,
  fault,
  repeated,
  focused,
  onChange,
  onBlur,
  onPaste,
  onRemove,
}: PairLineProps) {
  const faultId = useId();
  return (
    <div className="flex items-start gap-2">
      <Input
        aria-label={`${name}: key`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the row was asked for by a press just now
        autoFocus={focused}
        className="w-2/5 font-mono text-sm"
        placeholder="key"
        value={row.key}
        aria-invalid={repeated || undefined}
        title={repeated ? "A later row has the same key and wins" : undefined}
        onChange={(event) => onChange({ ...row, key: event.target.value })}
        onBlur={onBlur}
        onPaste={onPaste}
      />
      <div className="relative min-w-0 flex-1">
        <Input
          aria-label={`${name}: value`}
          aria-describedby={fault === undefined ? undefined : faultId}
          className={note ? "font-mono text-sm @sm:pr-20" : ""}
          dir="auto"
          placeholder="value"
          value={row.value}
          onChange={(event) => onChange({ key: row.key, value: event.target.value })}
          onBlur={onBlur}
        />
        {note && (
          <span className="mt-1 block @sm:absolute @sm:top-2 @sm:right-2 @sm:mt-0">{note}</span>
        )}
        {fault !== undefined && (
          <p id={faultId} className="mt-1 text-xs text-amber-fg">
            {fault}
          </p>
        )}
      </div>
      <IconButton
        icon={Trash2}
        label={`Remove ${row.key === "" ? `the ${noun}` : row.key}`}
        onClick={onRemove}
      />
    </div>
  );
}

function isEmpty(row: Pair | undefined): boolean {
  return row !== undefined && row.key === "" && row.value === "";
}
