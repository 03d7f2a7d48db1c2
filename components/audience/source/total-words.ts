/**
 * First words of the line that sums up a report, in lower case, as office programs and CRMs write
 * them.
 */
const totalWords = [
  // Western and northern Europe.
  "average averages avg durchschnitt mittelwert moyenne promedio gemiddelde średnia genomsnitt gennemsnitt среднее 平均 平均值 평균",
  "total totals subtotal subtotals sub-total sum grand-total overall-total row-count record-count count",
  "summe gesamt gesamtsumme gesamtzahl gesamtergebnis insgesamt zwischensumme endsumme teilergebnis anzahl",
  "somme total-général total-general sous-total totaux ensemble-total",
  "totale totale-complessivo totale-generale totali somma subtotale",
  "totaal eindtotaal subtotaal totaalgeneraal suma suma-total total-geral soma",
  "totalt summa slutsumma delsumma i-alt alt-i-alt hovedtotal yhteensä kokonaissumma välisumma",
  // Central and eastern Europe, Turkey.
  "razem łącznie ogółem suma-końcowa suma-częściowa celkem celkový-součet součet mezisoučet spolu celkom súčet összesen végösszeg részösszeg",
  "total-genel subtotal-general ukupno sveukupno skupaj vsota kokku iš-viso kopā σύνολο γενικό-σύνολο μερικό-σύνολο",
  "toplam genel-toplam ara-toplam",
  "итого всего итог общий-итог сумма промежуточный-итог разом всього усього підсумок загальний-підсумок общо всичко",
  // Middle East and Asia.
  'الإجمالي إجمالي الاجمالي اجمالي المجموع مجموع المجموع-الكلي الإجمالي-الكلي جمع-کل جمع סה"כ סה״כ סך-הכל סך-הכול',
  "合计 总计 小计 总额 总数 合計 総計 小計 総合計 總計 總數 합계 총계 소계 총합계 कुल कुल-योग योग รวม รวมทั้งหมด ยอดรวม tổng tổng-cộng jumlah jumlah-total",
].flatMap((words) => words.split(" ").map((word) => word.replaceAll("-", " ")));

const labels = new Set([...totalWords, "sub-total", "sous-total"]);

/** Sentences that reports end with. */
const footer =
  /^(?:(?:confidential|vertraulich|confidentiel|confidencial|riservato|poufne|конфиденциально|机密|社外秘)(?:[\s:,.–—-].*)?|(?:generated|created|exported|printed|erstellt|généré|exporté|generado|creato|создано) (?:by|on|at|am|von|par|le|por|el|da|il)\b.*|(?:page|seite|página|pagina|страница) \d+ (?:of|von|de|sur|di|из|\/) ?\d+|\(?\d[\d.,]* (?:rows?|records?|results?|zeilen|lignes|filas|righe)\)?|(?:source|quelle|fuente|fonte|источник) ?: .*|©.*|copyright\b.*)$/i;

/** UTF-16 units of a label and the amount behind it at most. */
const longestLabel = 100;

/**
 * Whether a cell is the label of the line that sums up a report; a number, or an amount behind a
 * colon, may follow it.
 */
export function isTotalLabel(cell: string): boolean {
  if (cell.length > longestLabel) return false;
  const label = cell
    .normalize("NFC")
    .toLowerCase()
    .replace(/\s*[:：=(（,].*$/su, "")
    .replace(/\s+[\d.,'’\s]+$/u, "")
    .replace(/\s+/g, " ")
    .trim();
  return labels.has(label);
}

/**
 * Whether a cell begins as the lines do that sum up a report: `Total customers`, `Number of rows`.
 * Names of people and companies begin so, too.
 */
export function beginsLikeTotal(cell: string): boolean {
  const [first = "", ...rest] = cell.trim().split(/\s+/);
  return (
    rest.length > 0 &&
    cell.length <= longestLabel &&
    (isTotalLabel(first) ||
      /^(?:number|nombre|número|numero|liczba) (?:of|de|di|av|von) /i.test(cell))
  );
}

/** Whether a cell is a number, with the signs around it: "1,204", "33 %". */
export function isFigure(cell: string): boolean {
  return /\d/.test(cell) && !/\p{L}/u.test(cell);
}

/** Whether a cell is a sentence that stands below reports. */
export function isFooterText(cell: string): boolean {
  return footer.test(cell.trim());
}
