import { Fragment, type ReactNode } from "react";
import { Verbatim } from "./verbatim";

/** Around a name in a string: it keeps its direction to itself (Unicode, first strong isolate). */
const [begin, end] = ["\u2068", "\u2069"];

/**
 * Returns a name as it stands in a sentence of ours that is a string; `sentence` draws it as a
 * name.
 */
export function isolated(name: string): string {
  return `${begin}${name}${end}`;
}

/** A name within “ and ”, or between the marks of `isolated`. */
const names = /“([^”]+)”|\u2068([^\u2069]*)\u2069/gu;

/**
 * Returns a sentence of ours with the names in it apart from our words: {@link Verbatim}. Anything
 * but a string is returned as it is.
 */
export function sentence(text: ReactNode): ReactNode {
  if (typeof text !== "string") return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: whole, 1: quoted, 2: name, index } of text.matchAll(names)) {
    parts.push(
      text.slice(at, index),
      quoted === undefined ? "" : "“",
      <Verbatim key={index}>{quoted ?? name}</Verbatim>,
    );
    at = index + whole.length - (quoted === undefined ? 0 : 1);
  }
  if (parts.length === 0) return text;
  // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
  return [...parts, text.slice(at)].map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
