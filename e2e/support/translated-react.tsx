import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { followTranslation } from "@/components/shell/page-translation";

/** What is drawn: rows with texts between elements. */
export interface DrawnRow {
  id: number;
  count: number;
  before: string | null;
  after: string | null;
  bold: boolean;
}

// Runs in a page, bundled by `translation-react.spec.ts`.
followTranslation();
const root = createRoot(document.querySelector("main") ?? document.body);

function Row({ row: { count, before, after, bold } }: { row: DrawnRow }) {
  return (
    <>
      {before}
      {bold && <b>bold {count}</b>}
      {count} of {count + 1}
      {after}
      <i>{count} rows</i>
    </>
  );
}

Object.assign(window, {
  drawRows: (rows: readonly DrawnRow[]) =>
    flushSync(() =>
      root.render(
        <p>
          start {rows.length} rows
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
          end
        </p>,
      ),
    ),
});
