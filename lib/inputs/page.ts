import { z } from "zod";
import { text } from "./text";

/** Rows of a list are counted up to here; one more means "more than that". */
export const mostCounted = 1_000;

/**
 * Where a page of a list lies: behind one place, or before one. Places are what pages say they are
 * (lib/verb/page-of).
 */
export const pageInput = { after: z.string().optional(), before: z.string().optional() };

const namePlace = /^.{1,400}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/isu;

/**
 * The cursor of a list by name that programs page through: a place that a page returned, or empty
 * for the first page. A cursor that was cut short is refused: it would give the first page again.
 *
 * @param parameter name in the query
 * @param member name in the answer of the page before
 */
export function nameCursor(parameter: string, member: string) {
  return text(600).refine(
    (cursor) => cursor === "" || namePlace.test(cursor),
    `${parameter} must be the \`${member}\` of the previous page, unchanged; leave it out for the first page`,
  );
}
