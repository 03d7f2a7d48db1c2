import { streamed } from "./streamed";

/**
 * Answers with a CSV file that is written as it is read; with a sentence where there is nothing to
 * hand out.
 *
 * @param plain the file's name for what knows no other letters than those of ASCII
 */
export async function csvFile(
  plain: string,
  hand: () => Promise<{ name: string; parts: AsyncGenerator<string, void, undefined> }>,
): Promise<Response> {
  return streamed(async () => {
    const { name, parts } = await hand();
    const disposition = `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`;
    return {
      parts,
      headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": disposition },
    };
  });
}
