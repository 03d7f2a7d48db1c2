import type { ReactNode } from "react";
import { SelectPage, SelectRow } from "./select-row";

/** The column of a list that selects rows. Only lists with one load its code. */
export interface SelectionColumn<R> {
  page: ReactNode;
  row: (row: R) => ReactNode;
}

/** Rows are selected by these ids, and go by these names. */
export function selecting<R>(
  idOf: (row: R) => string,
  rowName: (row: R) => string,
): SelectionColumn<R> {
  return { page: <SelectPage />, row: (row) => <SelectRow id={idOf(row)} name={rowName(row)} /> };
}
