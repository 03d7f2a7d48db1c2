import { widthFault } from "@/components/form/file/separated-rows";
import {
  audienceRecipientSchema,
  mostRecipients,
  type AudienceRecipientInput,
} from "@/lib/inputs/audience";
import { damageOf } from "@/lib/inputs/csv-text";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { idFault, lineFault } from "@/lib/interface/recipient-id";
import { withoutEdges } from "@/lib/interface/text";
import { sha256Hex } from "@/lib/payload/sha256";
import type { TemplateParameter } from "@/lib/template/parameters";
import { kindOfName, valueIn, type Mapping } from "./columns";
import { Refusals, type Refusal } from "./refusals";
import type { SourceRow } from "./source-row";
import { beginsLikeTotal, isFigure, isFooterText, isTotalLabel } from "./total-words";
import type { CheckedTemplate } from "./value-check";

/** A row that will be left out: where it stands, and why. */
export interface Finding {
  line: number;
  lastLine: number;
  why: string;
}

/**
 * Rows that will be left out: how many (lines, where their quotes leave no rows to be seen), and
 * the first twenty of them.
 */
export interface Findings {
  count: number;
  first: readonly Finding[];
}

/** What a file or a text amounts to. */
export interface Examination {
  /**
   * Recipients, each counted once; one more than a list takes when there are too many, and then
   * nothing behind it was read.
   */
  recipients: number;
  tooMany: boolean;
  repeats: Findings;
  unreadable: Findings;
  /**
   * Recipients whose values the template that they are checked against does not take. They are in
   * the list all the same.
   */
  refused: Findings;
  /** These values, by their parameter and reason. */
  refusals: readonly Refusal[];
}

type LeftOut = (row: SourceRow, why: string) => void;

interface ExaminerOptions {
  most?: number;
  onLeftOut?: LeftOut;
  check?: CheckedTemplate | undefined;
}

const mostListed = 20;
/**
 * Longer identifiers, in UTF-16 units, are compared by their SHA-256, so that two million of
 * them take little memory.
 */
const longestPlainKey = 63;

/** Takes rows one after the other and keeps count of what they amount to. */
export class Examiner {
  readonly #mapping: Mapping;
  readonly #most: number;
  readonly #onLeftOut: LeftOut;
  /** The line of each recipient, by its key. */
  readonly #seen = new Map<string, number>();
  readonly #repeats = { count: 0, first: [] as Finding[] };
  readonly #unreadable = { count: 0, first: [] as Finding[] };
  readonly #refused = { count: 0, first: [] as Finding[] };
  readonly #checked: readonly TemplateParameter[];
  readonly #refusals = new Refusals();

  /**
   * @param onLeftOut called for each row that is left out
   * @param check the template that values are checked against
   */
  constructor(
    mapping: Mapping,
    { most = mostRecipients, onLeftOut = () => undefined, check }: ExaminerOptions = {},
  ) {
    this.#mapping = mapping;
    this.#most = most;
    this.#onLeftOut = onLeftOut;
    const has = (name: string) => mapping.parameters.some((one) => one.name === name);
    // Of a column that is not there every row would say the same.
    this.#checked = check?.parameters.filter(({ name }) => has(name)) ?? [];
  }

  /** Answers false once there are more than a list takes: nothing further needs to be read. */
  add(row: SourceRow): boolean {
    const read = readRow(row, this.#mapping);
    if ("why" in read) this.#note(this.#unreadable, row, read.why);
    else {
      const key = recipientKey(
        this.#mapping.kindColumn === undefined
          ? read.recipient.id
          : `${read.recipient.type} ${read.recipient.id}`,
      );
      const first = this.#seen.get(key);
      if (first !== undefined)
        this.#note(this.#repeats, row, `repeats line ${first.toLocaleString("en")}`);
      else {
        this.#seen.set(key, row.line);
        this.#check(row, read.recipient.parameters ?? {});
      }
    }
    return this.#seen.size <= this.#most;
  }

  #note(findings: { count: number; first: Finding[] }, row: SourceRow, why: string): void {
    const { line, lastLine, broken } = row;
    // A quote that is not closed where it should be swallows the lines behind it.
    findings.count += broken === undefined ? 1 : lastLine - line + 1;
    if (findings.first.length < mostListed) findings.first.push({ line, lastLine, why });
    this.#onLeftOut(row, why);
  }

  #check({ line, lastLine }: SourceRow, values: Readonly<Record<string, string>>): void {
    const faults = this.#checked.flatMap((parameter) => {
      const fault = this.#refusals.note(parameter, values[parameter.name], line);
      return fault === undefined ? [] : [`${parameter.name} ${fault}`];
    });
    if (faults.length === 0) return;
    this.#refused.count += 1;
    if (this.#refused.first.length < mostListed)
      this.#refused.first.push({ line, lastLine, why: faults.join("; ") });
  }

  /** Returns the examination of the rows so far. */
  report(): Examination {
    const { count, first } = this.#unreadable;
    return {
      recipients: this.#seen.size,
      tooMany: this.#seen.size > this.#most,
      repeats: { count: this.#repeats.count, first: [...this.#repeats.first] },
      unreadable: { count, first: [...first] },
      refused: { count: this.#refused.count, first: [...this.#refused.first] },
      refusals: this.#refusals.list(),
    };
  }
}

/**
 * The recipient that a row names, or why it names none. A cell without a character that is seen is
 * no value.
 */
export function readRow(
  { line, cells, broken, below }: SourceRow,
  mapping: Mapping,
): { recipient: AudienceRecipientInput } | { why: string } {
  if (mapping.headerLine !== undefined && line < mapping.headerLine)
    return { why: "is above the column names" };
  if (broken !== undefined) return { why: broken };
  const { width, least = width, column, kindColumn, parameters } = mapping;
  // Spreadsheets end lines with separators of columns that are empty.
  const surplus = cells.slice(width).every((cell) => cell.trim() === "");
  if (width !== undefined && !surplus) return { why: widthFault(cells.length, width) };
  if (least !== undefined && cells.length < least) return { why: widthFault(cells.length, least) };
  if (below || isFooter(cells, mapping)) return { why: "is a total or a footer, not a recipient" };
  if (isRule(cells)) return { why: "is a line between rows, not a recipient" };
  const id = withoutEdges(cells[column] ?? "");
  if (mapping.headed && kindOfName(id) !== undefined) return { why: "repeats the column names" };
  if (id === "") return { why: "has no identifier" };
  const damage = damageOf(id);
  if (damage !== undefined) return { why: `the identifier: ${damage}` };
  const kind = kindColumn === undefined ? mapping.kind : kindOfName(cells[kindColumn] ?? "");
  if (kind === undefined)
    return {
      why: `has no kind of recipient in column ${Number(kindColumn) + 1}: one of ${destinationKeys.join(", ")}`,
    };
  const fault = idFault(kind, id) ?? (kind === "userid" ? lineFault(id) : undefined);
  if (fault !== undefined) return { why: `the identifier: ${fault}` };
  const values = parameters.flatMap((parameter) => {
    const value = valueIn(cells[parameter.column] ?? "", parameter);
    return withoutEdges(value) === "" ? [] : [[parameter.name, value] as const];
  });
  const parsed = audienceRecipientSchema.safeParse({
    type: kind,
    id,
    parameters: Object.fromEntries(values),
  });
  if (parsed.success) return { recipient: parsed.data };
  const issue = parsed.error.issues[0];
  const name =
    issue?.path[0] === "parameters" ? String(issue.path[1] ?? "a parameter") : "the identifier";
  return {
    why: `${name}: ${issue?.code === "too_big" ? `longer than ${Number(issue.maximum).toLocaleString("en")} characters` : (issue?.message ?? "cannot be kept")}`,
  };
}

/** Two recipients never share a key: who repeats another one is left out. */
function recipientKey(id: string): string {
  return id.length <= longestPlainKey ? id : sha256Hex(id);
}

/** Whether a row has nothing but dashes and the like, as text programs draw lines. */
function isRule(cells: readonly string[]): boolean {
  const text = cells.join("").replace(/\s/g, "");
  return text.length > 2 && /^[-=_*~+|─━]+$/.test(text);
}

/**
 * Whether a row sums up a report, or stands below it. In a list of one column without title lines a
 * single word such as `Total` is an id; in lower case it is one wherever it stands in other files.
 */
function isFooter(cells: readonly string[], { column, headerLine, width = 1 }: Mapping): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const [label = ""] = filled;
  const isReport = headerLine !== undefined;
  const hasSpace = /\s/.test(label);
  // Phone numbers are written with spaces, too, and names with two.
  const isSentence = isReport
    ? hasSpace && /\p{L}/u.test(label)
    : /^(?:\S*\p{L}{2}\S*\s+){3}/u.test(label);
  if (width > 1 && filled.length === 1 && isSentence) return true;
  if (isFooterText(label)) return isReport || hasSpace;
  const id = withoutEdges(cells[column] ?? "");
  if (!isTotalLabel(label))
    return (
      isReport &&
      id === label &&
      filled.length < width &&
      beginsLikeTotal(label) &&
      filled.slice(1).every(isFigure)
    );
  // People have such names, too: a row that is whole, with words in it, is one of them.
  const isSum = filled.length < width || filled.slice(1).every(isFigure);
  if (isReport) return isSum || id !== label;
  if (id !== label) return filled.length < width && /^[\d.,]*$/.test(id);
  if (!isSum) return false;
  const isPlainWord = label === label.toLowerCase() && label !== label.toUpperCase();
  return hasSpace || (width > 1 && !isPlainWord);
}
